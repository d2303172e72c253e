package import PeachSupport

/// The publications that declarations and reports name.
package enum KnownReferences {
  /// - Parameters:
  ///   - source: The source of a declaration: `Cornsweet (1962), …; Levitt (1971), doi:10.1121/1.1912375`.
  ///   - own: The references that the declaration itself states.
  /// - Returns: Its own references and the known ones among the publications of its source, in order.
  package static func named(in source: String, _ own: [Reference] = []) -> [Reference] {
    let known = all + own
    return source.split(separator: ";").compactMap { part in known.first { $0.isNamed(in: part) } }
  }

  static let morris = Reference(
    ["Morris, T. P.", "White, I. R.", "Crowther, M. J."], 2019,
    "Using simulation studies to evaluate statistical methods",
    "Statistics in Medicine", "38(11)", "2074–2102", doi: "10.1002/sim.8086")
  static let siepe = Reference(
    ["Siepe, B. S.", "Bartoš, F.", "Morris, T. P.", "Boulesteix, A.-L.", "Heck, D. W.", "Pawel, S."], 2024,
    "Simulation studies for methodological research in psychology: A standardized template for planning, preregistration, and reporting",
    "Psychological Methods", doi: "10.1037/met0000695")
  static let wichmannFit = Reference(
    ["Wichmann, F. A.", "Hill, N. J."], 2001,
    "The psychometric function: I. Fitting, sampling, and goodness of fit", "Perception & Psychophysics", "63(8)",
    "1293–1313", doi: "10.3758/BF03194544", letter: "a")
  static let venzon = Reference(
    ["Venzon, D. J.", "Moolgavkar, S. H."], 1988,
    "A method for computing profile-likelihood-based confidence intervals",
    "Applied Statistics", "37(1)", "87–94", doi: "10.2307/2347496")
  static let firth = Reference(
    ["Firth, D."], 1993, "Bias reduction of maximum likelihood estimates", "Biometrika", "80(1)", "27–38",
    doi: "10.1093/biomet/80.1.27")
  static let kosmidis = Reference(
    ["Kosmidis, I.", "Firth, D."], 2021,
    "Jeffreys-prior penalty, finiteness and shrinkage in binomial-response generalized linear models", "Biometrika",
    "108(1)", "71–82", doi: "10.1093/biomet/asaa052")
  static let heinze = Reference(
    ["Heinze, G.", "Schemper, M."], 2002, "A solution to the problem of separation in logistic regression",
    "Statistics in Medicine", "21(16)", "2409–2419", doi: "10.1002/sim.1047")
  static let efron = Reference(
    ["Efron, B."], 1987, "Better bootstrap confidence intervals", "Journal of the American Statistical Association",
    "82(397)", "171–185", doi: "10.1080/01621459.1987.10478410")
  static let schuett = Reference(
    ["Schütt, H. H.", "Harmeling, S.", "Macke, J. H.", "Wichmann, F. A."], 2016,
    "Painfree and accurate Bayesian estimation of psychometric functions for (potentially) overdispersed data",
    "Vision Research", "122", "105–123", doi: "10.1016/j.visres.2016.02.002")
  static let manning = Reference(
    ["Manning, C.", "Jones, P. R.", "Dekker, T. M.", "Pellicano, E."], 2018,
    "Psychophysics with children: Investigating the effects of attentional lapses on threshold estimates",
    "Attention, Perception, & Psychophysics", "80(5)", "1311–1324", doi: "10.3758/s13414-018-1510-2")

  static let taylor = Reference(
    ["Taylor, M. M."], 1971, "On the efficiency of psychophysical measurement", acoustics, "49(2B)", "505–508")
  static let treutwein = Reference(
    ["Treutwein, B."], 1995, "Adaptive psychophysical procedures", "Vision Research", "35(17)", "2503–2522",
    doi: "10.1016/0042-6989(95)00016-X")
  static let tobin = Reference(
    ["Tobin, J."], 1958, "Estimation of relationships for limited dependent variables", "Econometrica", "26(1)",
    "24–36", doi: "10.2307/1907382")
  static let dixon = Reference(
    ["Dixon, W. J.", "Mood, A. M."], 1946, "The statistical sign test",
    "Journal of the American Statistical Association", "41(236)", "557–566",
    doi: "10.1080/01621459.1946.10501898")
  static let schuirmann = Reference(
    ["Schuirmann, D. J."], 1987,
    "A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability",
    "Journal of Pharmacokinetics and Biopharmaceutics", "15(6)", "657–680", doi: "10.1007/BF01068419")
  static let taylorCreelman = Reference(
    ["Taylor, M. M.", "Creelman, C. D."], 1967, "PEST: Efficient estimates on probability functions", acoustics,
    "41(4A)", "782–787", doi: "10.1121/1.1910407")
  static let wichmannBootstrap = Reference(
    ["Wichmann, F. A.", "Hill, N. J."], 2001,
    "The psychometric function: II. Bootstrap-based confidence intervals and sampling", "Perception & Psychophysics",
    "63(8)", "1314–1329", doi: "10.3758/BF03194545", letter: "b")

  static let moscatelli = Reference(
    ["Moscatelli, A.", "Mezzetti, M.", "Lacquaniti, F."], 2012,
    "Modeling psychophysical data at the population-level: The generalized linear mixed model", "Journal of Vision",
    "12(11)", "26", doi: "10.1167/12.11.26")
  static let pinheiro = Reference(
    ["Pinheiro, J. C.", "Bates, D. M."], 1995,
    "Approximations to the log-likelihood function in the nonlinear mixed-effects model",
    "Journal of Computational and Graphical Statistics", "4(1)", "12–35", doi: "10.1080/10618600.1995.10474663")
  static let chung = Reference(
    ["Chung, Y.", "Gelman, A.", "Rabe-Hesketh, S.", "Liu, J.", "Dorie, V."], 2015,
    "Weakly informative prior for point estimation of covariance matrices in hierarchical models",
    "Journal of Educational and Behavioral Statistics", "40(2)", "136–157", doi: "10.3102/1076998615570945")
  static let hoffman = Reference(
    ["Hoffman, M. D.", "Gelman, A."], 2014,
    "The No-U-Turn sampler: Adaptively setting path lengths in Hamiltonian Monte Carlo",
    "Journal of Machine Learning Research", "15", "1593–1623")
  static let vehtari = Reference(
    ["Vehtari, A.", "Gelman, A.", "Simpson, D.", "Carpenter, B.", "Bürkner, P.-C."], 2021,
    "Rank-normalization, folding, and localization: An improved R̂ for assessing convergence of MCMC",
    "Bayesian Analysis", "16(2)", "667–718", doi: "10.1214/20-BA1221")
  static let lewandowski = Reference(
    ["Lewandowski, D.", "Kurowicka, D.", "Joe, H."], 2009,
    "Generating random correlation matrices based on vines and extended onion method",
    "Journal of Multivariate Analysis", "100(9)", "1989–2001", doi: "10.1016/j.jmva.2009.04.008")
  static let gelman = Reference(
    ["Gelman, A.", "Meng, X.-L.", "Stern, H."], 1996,
    "Posterior predictive assessment of model fitness via realized discrepancies", "Statistica Sinica", "6(4)",
    "733–807")

  static let holm = Reference(
    ["Holm, S."], 1979, "A simple sequentially rejective multiple test procedure",
    "Scandinavian Journal of Statistics", "6(2)", "65–70")

  package static let all: [Reference] =
    [
      morris, holm, dixon, schuirmann, taylorCreelman, taylor, treutwein, tobin, wichmannBootstrap, siepe, wichmannFit,
      venzon, firth, kosmidis, heinze, efron,
      schuett, manning, moscatelli, pinheiro, chung, hoffman, vehtari, lewandowski, gelman,
    ] + procedures + functions
    + listeners

  private static let acoustics = "The Journal of the Acoustical Society of America"

  private static let procedures = [
    Reference(
      ["Kollmeier, B.", "Gilkey, R. H.", "Sieben, U. K."], 1988,
      "Adaptive staircase techniques in psychoacoustics: A comparison of human data and a mathematical model",
      acoustics,
      "83(5)", "1852–1862", doi: "10.1121/1.396521"),
    Reference(
      ["Doire, C. S. J.", "Brookes, M.", "Naylor, P. A."], 2017,
      "Robust and efficient Bayesian adaptive psychometric function estimation", acoustics, "141(4)", "2501–2512",
      doi: "10.1121/1.4979580"),
    Reference(
      ["Levitt, H."], 1971, "Transformed up-down methods in psychoacoustics", acoustics, "49(2B)", "467–477",
      doi: "10.1121/1.1912375"),
    Reference(
      ["Kaernbach, C."], 1991, "Simple adaptive testing with the weighted up-down method", "Perception & Psychophysics",
      "49(3)", "227–229", doi: "10.3758/BF03214307"),
    Reference(
      ["Kaernbach, C."], 1990,
      "A single-interval adjustment-matrix (SIAM) procedure for unbiased adaptive testing", acoustics, "88(6)",
      "2645–2655", doi: "10.1121/1.399985"),
    Reference(
      ["García-Pérez, M. A."], 1998,
      "Forced-choice staircases with fixed step sizes: Asymptotic and small-sample properties", "Vision Research",
      "38(12)", "1861–1881", doi: "10.1016/S0042-6989(97)00340-4"),
    Reference(
      ["Hall, J. L."], 1981, "Hybrid adaptive procedure for estimation of psychometric functions", acoustics, "69(6)",
      "1763–1769", doi: "10.1121/1.385912"),
    Reference(
      ["Robbins, H.", "Monro, S."], 1951, "A stochastic approximation method",
      "The Annals of Mathematical Statistics", "22(3)", "400–407", doi: "10.1214/aoms/1177729586"),
    Reference(
      ["Kesten, H."], 1958, "Accelerated stochastic approximation", "The Annals of Mathematical Statistics", "29(1)",
      "41–59", doi: "10.1214/aoms/1177706705"),
    Reference(
      ["Watson, A. B.", "Pelli, D. G."], 1983, "QUEST: A Bayesian adaptive psychometric method",
      "Perception & Psychophysics", "33(2)", "113–120", doi: "10.3758/BF03202828"),
    Reference(
      ["King-Smith, P. E.", "Grigsby, S. S.", "Vingrys, A. J.", "Benes, S. C.", "Supowit, A."], 1994,
      "Efficient and unbiased modifications of the QUEST threshold method: Theory, simulations, experimental evaluation and practical implementation",
      "Vision Research", "34(7)", "885–912", doi: "10.1016/0042-6989(94)90039-6"),
    Reference(
      ["Pentland, A."], 1980, "Maximum likelihood estimation: The best PEST", "Perception & Psychophysics", "28(4)",
      "377–379", doi: "10.3758/BF03204398"),
    Reference(
      ["Green, D. M."], 1990, "Stimulus selection in adaptive psychophysical procedures", acoustics, "87(6)",
      "2662–2674", doi: "10.1121/1.399058"),
    Reference(
      ["Green, D. M."], 1993, "A maximum-likelihood method for estimating thresholds in a yes–no task", acoustics,
      "93(4)", "2096–2105", doi: "10.1121/1.406696"),
    Reference(
      ["Watson, A. B."], 2017, "QUEST+: A general multidimensional Bayesian adaptive psychometric method",
      "Journal of Vision", "17(3)", "10", doi: "10.1167/17.3.10"),
    Reference(
      ["Kontsevich, L. L.", "Tyler, C. W."], 1999,
      "Bayesian adaptive estimation of psychometric slope and threshold", "Vision Research", "39(16)", "2729–2737",
      doi: "10.1016/S0042-6989(98)00285-5"),
    Reference(
      ["Prins, N."], 2013,
      "The psi-marginal adaptive method: How to give nuisance parameters the attention they deserve (no more, no less)",
      "Journal of Vision", "13(7)", "3", doi: "10.1167/13.7.3"),
    Reference(
      ["Shen, Y.", "Richards, V. M."], 2012,
      "A maximum-likelihood procedure for estimating psychometric functions: Thresholds, slopes, and lapses of attention",
      acoustics, "132(2)", "957–967", doi: "10.1121/1.4733540"),
    Reference(
      ["Cornsweet, T. N."], 1962, "The staircase-method in psychophysics", "The American Journal of Psychology",
      "75(3)",
      "485–491"),
    Reference(
      ["Kazez, D.", "Kazez, B.", "Zembar, M. J.", "Andrews, D."], 2001,
      "A computer program for testing (and improving?) pitch perception", "College Music Society National Conference",
      kind: .inproceedings),
    Reference(
      ["Fechner, G. T."], 1860, "Elemente der Psychophysik [Elements of psychophysics]", "Breitkopf und Härtel",
      kind: .book),
    Reference(
      ["Gescheider, G. A."], 1997, "Psychophysics: The fundamentals (3rd ed.)", "Lawrence Erlbaum Associates",
      kind: .book),
  ]

  private static let functions = [
    Reference(
      ["Thurstone, L. L."], 1927, "A law of comparative judgment", "Psychological Review", "34(4)", "273–286",
      doi: "10.1037/h0070288"),
    Reference(
      ["Berkson, J."], 1944, "Application of the logistic function to bio-assay",
      "Journal of the American Statistical Association", "39(227)", "357–365", doi: "10.1080/01621459.1944.10500699"),
    Reference(
      ["Weibull, W."], 1951, "A statistical distribution function of wide applicability",
      "Journal of Applied Mechanics", "18(3)", "293–297", doi: "10.1115/1.4010337"),
    Reference(
      ["Quick, R. F."], 1974, "A vector-magnitude model of contrast detection", "Kybernetik", "16(2)", "65–67",
      doi: "10.1007/BF00271628"),
    Reference(
      ["Prins, N.", "Kingdom, F. A. A."], 2018,
      "Applying the model-comparison approach to test specific research hypotheses in psychophysical research using the Palamedes toolbox",
      "Frontiers in Psychology", "9", "1250", doi: "10.3389/fpsyg.2018.01250"),
    Reference(
      ["Macmillan, N. A.", "Creelman, C. D."], 2005, "Detection theory: A user's guide (2nd ed.)",
      "Lawrence Erlbaum Associates", kind: .book),
    Reference(
      ["Foley, J. M.", "Legge, G. E."], 1981, "Contrast detection and near-threshold discrimination in human vision",
      "Vision Research", "21(7)", "1041–1053"),
  ]

  private static let listeners = [
    Reference(
      ["Viemeister, N. F."], 1979, "Temporal modulation transfer functions based upon modulation thresholds", acoustics,
      "66(5)", "1364–1380"),
    Reference(
      ["Woods, K. J. P.", "Siegel, M. H.", "Traer, J.", "McDermott, J. H."], 2017,
      "Headphone screening to facilitate web-based auditory experiments", "Attention, Perception, & Psychophysics",
      "79(7)", "2064–2072", doi: "10.3758/s13414-017-1361-2"),
    Reference(
      [
        "Milne, A. E.", "Bianco, R.", "Poole, K. C.", "Zhao, S.", "Oxenham, A. J.", "Billig, A. J.", "Chait, M.",
      ], 2021, "An online headphone screening test based on dichotic pitch", "Behavior Research Methods", "53(4)",
      "1551–1562", doi: "10.3758/s13428-020-01514-0"),
    Reference(
      ["Pfordresher, P. Q.", "Brown, S.", "Meier, K. M.", "Belyk, M.", "Liotti, M."], 2010,
      "Imprecise singing is widespread", acoustics, "128(4)", "2182–2190", doi: "10.1121/1.3478782"),
    Reference(
      ["Dau, T.", "Kollmeier, B.", "Kohlrausch, A."], 1997,
      "Modeling auditory processing of amplitude modulation. I. Detection and masking with narrow-band carriers",
      acoustics, "102(5)", "2892–2905", doi: "10.1121/1.420344"),
    Reference(
      ["Glasberg, B. R.", "Moore, B. C. J."], 1990, "Derivation of auditory filter shapes from notched-noise data",
      "Hearing Research", "47(1–2)", "103–138", doi: "10.1016/0378-5955(90)90170-T"),
    Reference(
      ["Durlach, N. I."], 1963, "Equalization and cancellation theory of binaural masking-level differences", acoustics,
      "35(8)", "1206–1218", doi: "10.1121/1.1918675"),
    Reference(
      ["Green, D. M.", "Swets, J. A."], 1966, "Signal detection theory and psychophysics", "Wiley", kind: .book),
    Reference(
      ["Wier, C. C.", "Jesteadt, W.", "Green, D. M."], 1977,
      "Frequency discrimination as a function of frequency and sensation level", acoustics, "61(1)", "178–184",
      doi: "10.1121/1.381251"),
    Reference(
      ["Nelson, D. A.", "Stanton, M. E.", "Freyman, R. L."], 1983,
      "A general equation describing frequency discrimination as a function of frequency and sensation level",
      acoustics,
      "73(6)", "2117–2123", doi: "10.1121/1.389579"),
    Reference(
      ["Micheyl, C.", "Xiao, L.", "Oxenham, A. J."], 2012,
      "Characterizing the dependence of pure-tone frequency difference limens on frequency, duration, and level",
      "Hearing Research", "292(1–2)", "1–13", doi: "10.1016/j.heares.2012.07.004"),
    Reference(
      ["Mathias, S. R.", "Varghese, L.", "Micheyl, C.", "Shinn-Cunningham, B. G."], 2020,
      "On the utility of perceptual anchors during pure-tone frequency discrimination", acoustics, "147(1)", "371–387",
      doi: "10.1121/10.0000584"),
    Reference(
      ["Raviv, O.", "Ahissar, M.", "Loewenstein, Y."], 2012,
      "How recent history affects perception: The normative approach and its heuristic approximation",
      "PLoS Computational Biology", "8(10)", "e1002731", doi: "10.1371/journal.pcbi.1002731"),
    Reference(
      [
        "Busse, L.", "Ayaz, A.", "Dhruv, N. T.", "Katzner, S.", "Saleem, A. B.", "Schölvinck, M. L.", "Zaharia, A. D.",
        "Carandini, M.",
      ],
      2011, "The detection of visual contrast in the behaving mouse", "The Journal of Neuroscience", "31(31)",
      "11351–11361", doi: "10.1523/JNEUROSCI.6689-10.2011"),
    Reference(
      ["Fründ, I.", "Wichmann, F. A.", "Macke, J. H."], 2014,
      "Quantifying the effect of intertrial dependence on perceptual decisions", "Journal of Vision", "14(7)", "9",
      doi: "10.1167/14.7.9"),
    Reference(
      ["Heathcote, A.", "Brown, S.", "Mewhort, D. J. K."], 2000,
      "The power law repealed: The case for an exponential law of practice", "Psychonomic Bulletin & Review", "7(2)",
      "185–207", doi: "10.3758/BF03212979"),
    Reference(
      ["Micheyl, C.", "Delhommeau, K.", "Perrot, X.", "Oxenham, A. J."], 2006,
      "Influence of musical and psychoacoustical training on pitch discrimination", "Hearing Research", "219(1–2)",
      "36–47", doi: "10.1016/j.heares.2006.05.004"),
    Reference(
      ["Mackworth, N. H."], 1948, "The breakdown of vigilance during prolonged visual search",
      "Quarterly Journal of Experimental Psychology", "1(1)", "6–21", doi: "10.1080/17470214808416738"),
    Reference(
      ["Vloeberghs, R.", "Urai, A. E.", "Desender, K.", "Linderman, S. W."], 2025,
      "A Bayesian hierarchical model of trial-to-trial fluctuations in decision criterion",
      "PLoS Computational Biology", "21(7)", "e1013291", doi: "10.1371/journal.pcbi.1013291"),
    Reference(
      ["Gilbert, E. N."], 1960, "Capacity of a burst-noise channel", "Bell System Technical Journal", "39(5)",
      "1253–1265", doi: "10.1002/j.1538-7305.1960.tb03959.x"),
    Reference(
      [
        "Ashwood, Z. C.", "Roy, N. A.", "Stone, I. R.", "The International Brain Laboratory", "Urai, A. E.",
        "Churchland, A. K.",
        "Pouget, A.", "Pillow, J. W.",
      ],
      2022, "Mice alternate between discrete strategies during perceptual decision-making", "Nature Neuroscience",
      "25(2)", "201–212", doi: "10.1038/s41593-021-01007-z"),
    Reference(
      ["Burns, E. M.", "Ward, W. D."], 1978,
      "Categorical perception—phenomenon or epiphenomenon: Evidence from experiments in the perception of melodic musical intervals",
      acoustics, "63(2)", "456–468", doi: "10.1121/1.381737"),
    Reference(
      ["Semal, C.", "Demany, L."], 2006, "Individual differences in the sensitivity to pitch direction", acoustics,
      "120(6)", "3907–3915", doi: "10.1121/1.2357708"),
    Reference(
      ["Micheyl, C.", "Kaernbach, C.", "Demany, L."], 2008,
      "An evaluation of psychophysical models of auditory change perception", "Psychological Review", "115(4)",
      "1069–1083", doi: "10.1037/a0013572"),
    Reference(["McLachlan, G.", "Peel, D."], 2000, "Finite mixture models", "Wiley", kind: .book),
    Reference(
      ["Terhardt, E.", "Stoll, G.", "Seewann, M."], 1982,
      "Algorithm for extraction of pitch and pitch salience from complex tonal signals", acoustics, "71(3)", "679–688",
      doi: "10.1121/1.387544"),
  ]
}
