/// What a paper's methods say of the fits.
enum FitMethodsSection {
  static func section(_ page: FitPage) -> PageSection? { MethodsTextSection.section(page.methods) }
}
