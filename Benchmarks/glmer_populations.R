# Fits the data of peach-bench by glmer: probit, intercept and slope vary over listeners, no lapses, Laplace's approximation.
# Usage: Rscript glmer_populations.R DATA.csv. Prints the CPU seconds, the best of three, and the log-likelihood.
suppressPackageStartupMessages(library(lme4))
data <- read.csv(commandArgs(TRUE)[1])
data$condition <- factor(data$condition)
fit <- function() suppressMessages(suppressWarnings(glmer(
  cbind(k, n - k) ~ 0 + condition + condition:level + (1 + level | listener), data, binomial("probit"))))
times <- sapply(1:3, function(i) { t <- system.time(m <<- fit()); t[["user.self"]] + t[["sys.self"]] })
constants <- sum(lchoose(data$n, data$k))
cat(sprintf(
  "%.3f s, likelihood of a GLMM, no lapses: ln L %.3f, lme4 %s\n", min(times), as.numeric(logLik(m)) - constants,
  packageVersion("lme4")))
