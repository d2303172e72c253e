import PeachAnalysis
import PeachFitting
import Testing

@Suite struct CountsTests {
  @Test func `rows are blocks, in their order, and their trials' order is not known`() throws {
    let read = try observations("level_cents,n,k\n20,10,9\n5,10.0,4\n20,1e1,8\n")
    #expect(read.unit == "cents")
    #expect(read.groups[0].levels == nil)
    #expect(read.groups[0].blocks == [bin(20, 10, 9), bin(5, 10, 4), bin(20, 10, 8)])
    #expect(read.groups[0].counts.bins == [bin(5, 10, 4), bin(20, 20, 17)])
    #expect(read.notes == [])
  }

  @Test(arguments: ["level", "offset_cents"]) func `in the direction reading levels have signs, and k were higher`(
    column: String
  ) throws {
    let read = try observations("\(column),n,k\n10,20,18\n-10,20,3\n0,20,11\n", .direction)
    #expect(read.groups[0].counts.bins == [bin(-10, 20, 3), bin(0, 20, 11), bin(10, 20, 18)])
    #expect(read.notes == [])
  }

  @Test func `in the accuracy reading the level is the size of the offset`() throws {
    let read = try observations("offset_cents,n,k\n10,20,18\n-10,20,17\n")
    #expect(read.groups[0].counts.bins == [bin(10, 40, 35)])
    #expect(read.groups[0].blocks == [bin(10, 20, 18), bin(10, 20, 17)])
    #expect(
      read.notes == [
        "Peach takes k as the number of correct answers; with --reading direction it is the number of answers higher"
      ])
  }

  @Test func `levels without trials are passed over`() throws {
    let read = try observations("level,n,k\n5,0,0\n6,10,7\n7,0,0\n")
    #expect(read.groups[0].counts.bins == [bin(6, 10, 7)])
    #expect(read.notes == ["2 rows with n = 0 are left out"])
  }

  @Test func `counts of noise stay out`() throws {
    let read = try observations("level,n,k,trial_kind\n0,50,9,noise\n6,10,7,test\n")
    #expect(read.groups[0].counts.bins == [bin(6, 10, 7)])
    #expect(read.notes == ["1 noise row is left out"])
  }

  @Test func `every wrong count is named by its line`() {
    #expect(
      problems(
        """
        level,n,k
        1,10,11
        2,-10,3
        3,10,-1
        4,10.5,3
        5,10,0.35
        6,ten,3
        7,,3
        8,10,NA
        9,0,1
        ,10,3
        10,"1,5",1
        11,1000001,3
        12,1000000,1000001

        """) == """
          d.csv:2:6: column 'k': expected at most n, which is 10, got 11
          d.csv:3:3: column 'n': expected a whole number from 0, got '-10'
          d.csv:4:6: column 'k': expected a whole number from 0, got '-1'
          d.csv:5:3: column 'n': expected a whole number from 0, got '10.5'
          d.csv:6:6: column 'k': expected a whole number from 0, got '0.35'
            hint: n and k are numbers of trials and of correct answers, not proportions
          d.csv:7:3: column 'n': expected a whole number from 0, got 'ten'
          d.csv:8:3: column 'n': missing; expected a whole number
          d.csv:9:6: column 'k': missing; expected a whole number
          d.csv:10:5: column 'k': expected at most n, which is 0, got 1
          d.csv:11:1: column 'level': missing; expected a number
          d.csv:12:4: column 'n': expected a whole number from 0, got '1,5'
            hint: write decimals with a point: 1.5
          d.csv:13:4: column 'n': expected at most 1000000 trials at a level, got 1000001
          d.csv:14:12: column 'k': expected at most n, which is 1000000, got 1000001
          """)
  }

  @Test func `a million trials at a level are data`() throws {
    let read = try observations("level,n,k\n5,1000000,999999\n")
    #expect(read.groups[0].counts.bins == [bin(5, 1_000_000, 999_999)])
  }
}
