/// The methods section for a paper about the fits.
enum FitMethodsSection {
  static func section(_ page: FitPage) -> PageSection? { MethodsTextSection.section(page.methods) }
}
