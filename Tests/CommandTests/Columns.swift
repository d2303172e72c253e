/// The header rows that scripts rely on.
enum Columns {
  static func runs(unit: String = "cents", error: String = "log2", varied: String = "") -> String {
    "experiment,run,strategy,listener,replicate,\(varied)estimator,target,trials,reversals,stop_reason,"
      + "threshold_\(unit),threshold_low_\(unit),threshold_high_\(unit),slope,lapse,true_threshold_\(unit),true_lapse,"
      + "error_\(error),status,response_bias_\(unit),failed,true_slope"
  }

  static func trials(unit: String = "cents", varied: String = "") -> String {
    "experiment,run,session,task,listener,strategy,replicate,\(varied)trial,reference_note,target_note,interval,tuning,"
      + "offset_\(unit),level_\(unit),answer,correct,reversal,estimate,estimate_low,estimate_high,reference_pitch_hz,"
      + "note_duration_s,gap_s,sound,reference_level_db,target_level_db,device,response_time_s,timestamp,trial_kind,"
      + "track,alternatives"
  }

  /// Of live listeners.
  static let liveTrials =
    trials().replacing("level_cents", with: "level,unit")
    + ",group,day,block,condition,excluded,order,timed_out,confidence,confidence_time_s,repeats"

  static func summary(unit: String = "cents", error: String = "log2", varied: String = "") -> String {
    let figures = [
      "bias_\(error)", "median_bias_\(error)", "sd_\(error)", "iqr_\(error)", "rmse_\(error)", "coverage",
      "sweat_factor", "efficiency", "percent_correct", "within_10_percent", "slope_bias", "slope_rmse",
      "lapse_bias", "lapse_rmse",
    ]
    return "strategy,listener,\(varied)estimator,target,replicates,failed,failed_se,trials_mean,trials_se,"
      + figures.map { "\($0),\($0)_se" }.joined(separator: ",") + ",true_threshold_\(unit),true_lapse,"
      + ["median_abs_error_\(error)", "interval_width_\(error)", "interval_open"].map { "\($0),\($0)_se" }
      .joined(separator: ",")
  }

  static func timing(varied: String = "") -> String {
    "strategy,listener,\(varied)runs,trials,wall_s,trials_per_run,selection_us"
  }

  static let trace =
    "trial,track,trial_kind,level_cents,response,reversal,status,estimate,estimate_low,estimate_high"
}
