# Writes history.json: regressions of answers on level and history by R's glm. Run: Rscript make_history.R > history.json
# The trials are those of a small generator, so that the test makes the same: x_t = 20 · sin(1.7 t) · (1 + (t mod 5)) / 3,
# answer +1 where sin(12.9898 t + 78.233 · previous answer) · 10 + x_t + 3 · previous answer > 0; two runs of 60.
trials <- function(run) {
  x <- numeric(60); r <- numeric(60); before <- 0
  for (t in 1:60) {
    x[t] <- 20 * sin(1.7 * t + run) * (1 + t %% 5) / 3
    r[t] <- if (sin(12.9898 * t + 78.233 * before + run) * 10 + x[t] + 3 * before > 0) 1 else -1
    before <- r[t]
  }
  data.frame(x = x, r = r)
}
rows <- function(run, lags) {
  d <- trials(run); keep <- (lags + 1):60
  out <- data.frame(y = (d$r[keep] + 1) / 2, x = d$x[keep])
  for (k in 1:lags) out[[paste0("a", k)]] <- d$r[keep - k]
  for (k in 1:lags) out[[paste0("s", k)]] <- sign(d$x[keep - k])
  out
}
text <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ", "), "]")
cases <- c()
for (link in c("probit", "logit")) for (lags in c(1, 3)) {
  data <- rbind(rows(1, lags), rows(2, lags))
  control <- glm.control(epsilon = 1e-15, maxit = 200)
  full <- glm(y ~ ., binomial(link), data, control = control)
  none <- glm(y ~ x, binomial(link), data, control = control)
  lr <- none$deviance - full$deviance
  cases <- c(cases, paste0('  {"link": "', link, '", "lags": ', lags, ', "weights": ', text(coef(full)), ',\n   "errors": ',
    text(sqrt(diag(vcov(full)))), ', "log_likelihood": ', sprintf("%.17g", as.numeric(logLik(full))), ', "lr": ',
    sprintf("%.17g", lr), ', "p": ', sprintf("%.17g", pchisq(lr, 2 * lags, lower.tail = FALSE)), "}"))
}
cat('{"made_with": "', R.version.string, ', glm of stats", "cases": [\n', paste(cases, collapse = ",\n"), "\n]}\n", sep = "")
