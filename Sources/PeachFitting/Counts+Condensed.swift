/// Fewer levels with nearly the same information: neighbours merge at their mean, weighted by trials.
///
/// The spread within a group is lost, and its variance adds to that of the fitted function. A group as wide as a
/// 500th of the scale increases that variance by less than a millionth.
extension Counts {
  /// - Parameter width: How far a group that begins at a level may reach.
  package func condensed(_ width: (Double) -> Double) -> Counts {
    var end = -Double.infinity
    return grouped { index in
      let level = bins[index].level
      if level <= end { return true }
      end = level + width(level)
      return false
    }
  }

  /// Groups of equally many neighbours.
  ///
  /// - Parameter count: How many groups at most; at least 1.
  package func condensed(to count: Int) -> Counts {
    let size = (bins.count + count - 1) / count
    return grouped { $0 % size != 0 }
  }

  /// - Parameter joins: Whether a level, given by its index, belongs to the group before it.
  private func grouped(_ joins: (Int) -> Bool) -> Counts {
    var groups: [Bin] = []
    var (members, moment) = (0, 0.0)
    func close() {
      if members > 1, let last = groups.indices.last { groups[last].level = moment / groups[last].trials }
    }
    for (index, bin) in bins.enumerated() {
      if joins(index), let last = groups.indices.last {
        groups[last].trials += bin.trials
        groups[last].positives += bin.positives
        members += 1
        moment += bin.trials * bin.level
      } else {
        close()
        groups.append(bin)
        (members, moment) = (1, bin.trials * bin.level)
      }
    }
    close()
    var condensed = Counts(groups)
    condensed.catches = catches
    return condensed
  }
}
