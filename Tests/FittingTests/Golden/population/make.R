# Writes the data sets and the golden numbers of PopulationGoldenTests.swift: Rscript make.R
# vibro_exp3.csv is the data set of that name in the CRAN package MixedPsy (GPL-2 or later), Moscatelli et al.
library(lme4)

# The higher of two searches: each of lme4's optimisers stops short on one of these data sets.
best <- function(form, data, link) {
  fits <- lapply(c("bobyqa", "Nelder_Mead"), function(name) {
    control <- glmerControl(optimizer = name, optCtrl = list(maxfun = 1e5), tolPwrss = 1e-10)
    suppressWarnings(suppressMessages(glmer(form, data, binomial(link), control = control)))
  })
  fits[[which.max(sapply(fits, function(m) as.numeric(logLik(m))))]]
}

fitted <- function(name, data, link) {
  conditions <- length(unique(data$condition))
  data$condition <- factor(data$condition)
  # Cell means, as in the model of Peach.
  form <- if (conditions > 1) cbind(k, n - k) ~ 0 + condition + condition:level + (1 + level | listener)
    else cbind(k, n - k) ~ 1 + level + (1 + level | listener)
  m <- best(form, data, link)
  v <- VarCorr(m)$listener
  # Without the constants that depend on the data alone: Laplace's value has all binomial coefficients.
  constants <- sum(lchoose(data$n, data$k))
  list(
    name = jsonlite::unbox(name), link = jsonlite::unbox(link),
    conditions = jsonlite::unbox(conditions), means = as.numeric(fixef(m)), errors = as.numeric(sqrt(diag(vcov(m)))),
    deviations = as.numeric(attr(v, "stddev")),
    correlation = jsonlite::unbox(attr(v, "correlation")[1, 2]),
    log_likelihood = jsonlite::unbox(as.numeric(logLik(m)) - constants),
    singular = jsonlite::unbox(isSingular(m)))
}

# Trials of each level: one number, or one for each listener in turn.
simulated <- function(seed, listeners, levels, trials, sd, rho, conditions) {
  set.seed(seed)
  rows <- list()
  for (i in seq_len(listeners)) {
    z <- rnorm(2)
    intercept <- sd[1] * z[1]
    slope <- 1.2 + sd[2] * (rho * z[1] + sqrt(1 - rho^2) * z[2])
    for (condition in seq_len(conditions)) {
      p <- plogis(1.7 * (intercept + 0.6 * (condition - 1) + slope * levels))
      rows[[length(rows) + 1]] <- data.frame(
        listener = sprintf("L%02d", i), condition = letters[condition], level = levels,
        n = trials[(i - 1) %% length(trials) + 1],
        k = rbinom(length(levels), trials[(i - 1) %% length(trials) + 1], p))
    }
  }
  do.call(rbind, rows)
}

vibro <- read.csv("vibro_exp3.csv")
vibro <- data.frame(
  listener = vibro$subject, condition = vibro$vibration, level = vibro$speed, n = vibro$faster + vibro$slower,
  k = vibro$faster)
grid <- seq(-2, 2, by = 0.5)
sets <- list(
  wide = simulated(1, 12, grid, 20, c(0.8, 0.35), 0.4, 1),
  narrow = simulated(2, 20, grid, 30, c(0.4, 0.25), -0.3, 1),
  two = simulated(3, 15, grid, 25, c(0.6, 0.3), 0.2, 2),
  few = simulated(4, 6, c(-1, -0.3, 0.3, 1), 40, c(0.7, 0.4), 0, 1),
  steep = simulated(5, 10, grid / 2, 15, c(1, 0.3), 0.5, 2),
  # With seed 6 lme4 does not converge in probit, and its standard errors are a ninth of those without its Hessian.
  uneven = simulated(16, 18, grid, c(4, 12, 60), c(0.7, 0.3), 0.3, 2),
  three = simulated(7, 12, grid, 20, c(0.5, 0.3), -0.4, 3),
  many = simulated(8, 40, grid, 12, c(0.9, 0.4), 0.6, 1))
all <- list()
for (link in c("probit", "logit")) {
  all[[length(all) + 1]] <- fitted("vibro_exp3:0", vibro[vibro$condition == 0, ], link)
  all[[length(all) + 1]] <- fitted("vibro_exp3", vibro, link)
  for (name in names(sets)) all[[length(all) + 1]] <- fitted(name, sets[[name]], link)
}
for (name in names(sets)) write.csv(sets[[name]], paste0(name, ".csv"), row.names = FALSE, quote = FALSE)
writeLines(
  jsonlite::toJSON(
    list(
      program = jsonlite::unbox(paste("lme4", packageVersion("lme4"), "glmer,", R.version.string)), fits = all),
    digits = 12, pretty = TRUE),
  "lme4.json")
