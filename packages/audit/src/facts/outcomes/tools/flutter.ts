import { defineTool, type Tool } from '../tool.js'

/** Tests of Flutter and Dart. */
export const flutterTest: Tool = defineTool({
  id: 'flutter-test',
  kind: 'test',
  programs: 'flutter dart',
  prints: /^\d\d:\d\d \+\d{1,6}(?: ~\d{1,6})?(?: -\d{1,6})?: /m,
  success: [/: All tests passed!\s*$/],
  failed: [/: Some tests failed\.\s*$/],
  nothing: [/^No tests (?:were found|ran)\b/],
})

/** The analyzer of Flutter and Dart. */
export const dartAnalyze: Tool = defineTool({
  id: 'dart-analyze',
  kind: 'lint',
  programs: 'flutter dart',
  prints: /^No issues found!|^\d{1,6} issues? found\./m,
  summary: [/^\d{1,6} issues? found\./],
  success: [/^No issues found!/],
})
