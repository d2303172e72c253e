import CGSL
import PeachMath
import PeachSupport

/// A few columns whose combinations are all the columns of a table, up to a stated error: a singular value
/// decomposition cut off.
///
/// What a level says of neighbouring slopes is nearly the same, so that sums over slopes need far fewer numbers.
struct KernelBasis {
  /// For each row of the table its coefficients.
  let coefficients: [[Double]]
  /// For each column of the table its share of each coefficient.
  let columns: [[Double]]
  /// The largest difference of a combination from the table.
  let error: Double
  var count: Int { coefficients[0].count }

  /// `nil` if it takes more than `most` columns to come within `tolerance` of every entry, or GSL fails.
  ///
  /// - Parameter table: At least as many rows as columns.
  init?(_ table: [[Double]], tolerance: Double, most: Int) {
    let rows = table.count
    let width = table[0].count
    _ = GSL.ready
    // Beyond this the decomposition takes longer than it saves.
    guard rows >= width, rows * width * width <= 50_000_000, let u = gsl_matrix_alloc(rows, width),
      let v = gsl_matrix_alloc(width, width),
      let values = gsl_vector_alloc(width), let work = gsl_vector_alloc(width)
    else { return nil }
    defer {
      gsl_matrix_free(u)
      gsl_matrix_free(v)
      gsl_vector_free(values)
      gsl_vector_free(work)
    }
    for (i, row) in table.enumerated() {
      for (j, value) in row.enumerated() { gsl_matrix_set(u, i, j, value) }
    }
    guard gsl_linalg_SV_decomp(u, v, values, work) == Int32(GSL_SUCCESS) else { return nil }
    for count in 1...min(most, width) {
      let coefficients = (0..<rows).map { i in
        (0..<count).map { gsl_matrix_get(u, i, $0) * gsl_vector_get(values, $0) }
      }
      let columns = (0..<width).map { j in (0..<count).map { gsl_matrix_get(v, j, $0) } }
      let error = KernelBasis.error(table, coefficients, columns)
      if error <= tolerance {
        self.coefficients = coefficients
        self.columns = columns
        self.error = error
        return
      }
    }
    return nil
  }

  private static func error(_ table: [[Double]], _ coefficients: [[Double]], _ columns: [[Double]]) -> Double {
    zip(table, coefficients).reduce(0) { largest, pair in
      zip(pair.0, columns).reduce(largest) { largest, entry in
        max(largest, abs(entry.0 - zip(pair.1, entry.1).reduce(0) { $0 + $1.0 * $1.1 }))
      }
    }
  }

  /// At most so large is the sum of the sizes of the terms of a row's combination, for weights that sum to 1.
  func size(ofRow row: [Double]) -> Double {
    let largest = (0..<count).map { index in columns.reduce(0) { max($0, abs($1[index])) } }
    return zip(row, largest).reduce(0) { $0 + abs($1.0) * $1.1 }
  }
}
