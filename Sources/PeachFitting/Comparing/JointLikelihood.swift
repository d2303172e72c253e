import PeachMath

/// The log-likelihood of several groups of answers, some coordinates of their curves in common.
struct JointLikelihood<Function: PsychometricFunction> {
  let fitter: FunctionFitter<Function>
  let groups: [Likelihood<Function>]
  let chart: JointChart
  /// How far each group's threshold lies below the common one, in level units.
  let offsets: [Double]
  let model: JointModel
  /// Whether a penalty of all groups together is part of it.
  var isPenalised = false

  /// One group's curve; `nil` if the unknowns give none.
  func curve(of group: Int, at unknowns: [Double]) -> FitPoint? {
    let place = model.place(of: group, in: unknowns)
    if chart == .curve { return place }
    return fitter.tangent(chart, offset: offsets[group], at: place, groups[group].model)?.point
  }

  /// −∞ where a group has no curve.
  func value(at unknowns: [Double]) -> Double {
    var sum = 0.0
    for group in groups.indices {
      guard let point = curve(of: group, at: unknowns) else { return -.infinity }
      sum += groups[group].value(at: point)
    }
    return isPenalised ? sum + JointPenalty(self).value(at: unknowns) : sum
  }

  /// With the observed information.
  func expansion(at unknowns: [Double]) -> JointExpansion {
    var result = expand(at: unknowns) { likelihood, point in likelihood.expansion(at: point) }
    if isPenalised, result.value > -.infinity { JointPenalty(self).add(to: &result, at: unknowns) }
    return result
  }

  /// With the expected information.
  func expectedExpansion(at unknowns: [Double]) -> JointExpansion {
    expand(at: unknowns) { likelihood, point in
      Expansion(observed: likelihood.expectedInformation(at: point))
    }
  }

  private func expand(at unknowns: [Double], _ part: (Likelihood<Function>, FitPoint) -> Expansion) -> JointExpansion {
    var result = JointExpansion(count: model.count)
    for group in groups.indices {
      let place = model.place(of: group, in: unknowns)
      if chart == .curve {
        result.add(part(groups[group], place), model.indices[group])
        continue
      }
      guard let tangent = fitter.tangent(chart, offset: offsets[group], at: place, groups[group].model) else {
        result.value = -.infinity
        return result
      }
      var own = part(groups[group], tangent.point)
      own.gradient = tangent.carry(own.gradient)
      own.observed = tangent.carry(own.observed)
      result.add(own, model.indices[group])
    }
    return result
  }
}

/// A value with its gradient and a matrix of information, by any number of unknowns.
struct JointExpansion {
  var value = 0.0
  var gradient: [Double]
  /// Row by row.
  var information: [Double]

  init(count: Int) {
    gradient = [Double](repeating: 0, count: count)
    information = [Double](repeating: 0, count: count * count)
  }

  /// Adds the contribution of one group to its unknowns.
  mutating func add(_ own: Expansion, _ indices: SIMD4<Int>) {
    value += own.value
    for slot in 0..<4 where indices[slot] >= 0 {
      gradient[indices[slot]] += own.gradient[slot]
      let row = indices[slot] * gradient.count
      for other in 0..<4 where indices[other] >= 0 { information[row + indices[other]] += own.observed[slot][other] }
    }
  }
}
