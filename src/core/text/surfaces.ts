/** Markup that VS Code interprets in text. */
export type Markup =
  /** `[text](address)` is a link, which may run a command (`base/common/linkedText.ts`). */
  | 'links'
  /** `$(name)` is an icon (`base/common/iconLabels.ts`). */
  | 'icons'
  /** `&&` before a letter makes it the mnemonic of a menu entry or a button (`base/common/labels.ts`). */
  | 'mnemonics'
  /** Characters of a bidirectional isolate are visible in an editor (`core/text/isolated.ts`). */
  | 'isolates';

interface SurfaceRules {
  /** Markup that VS Code interprets on the surface, which no text may contain. */
  readonly reads: readonly Markup[];
  /** Number of lines shown. Line breaks come only from our own text, never from values. */
  readonly lines: 'one' | 'many';
  /**
   * Maximum length of a line, in UTF-16 units: more than fits, but short enough that megabytes of text are
   * processed quickly. `limited`: each value in the line was truncated before.
   */
  readonly longest: number | 'limited';
  /** Maximum number of UTF-16 units of all lines together, if their number is unlimited. */
  readonly whole?: number;
}

/**
 * Places that show text, with VS Code's treatment of it. Invisible characters are shown as escapes everywhere; markup
 * is kept only where it is plain text.
 */
export const surfaces = {
  notification: { reads: ['links'], lines: 'one', longest: 1000 },
  /**
   * VS Code appends a message and truncates both after 1,000 units. Once hidden, both appear in the status
   * bar.
   */
  progressTitle: { reads: ['links', 'icons'], lines: 'one', longest: 600 },
  progressMessage: { reads: ['links', 'icons'], lines: 'one', longest: 1000 },
  /** Button of a notification or a dialog. */
  button: { reads: ['icons', 'mnemonics'], lines: 'one', longest: 200 },
  dialogMessage: { reads: [], lines: 'one', longest: 1000 },
  dialogDetail: { reads: [], lines: 'many', longest: 1000 },
  /** Title of an input box or a quick pick. */
  inputTitle: { reads: [], lines: 'one', longest: 500 },
  inputPlaceholder: { reads: [], lines: 'one', longest: 500 },
  /** Prompt of an input box, and the problem with its value. */
  inputMessage: { reads: ['links', 'icons'], lines: 'one', longest: 1000 },
  /** Label, description and detail of a quick pick's row. */
  quickPickRow: { reads: ['icons'], lines: 'one', longest: 1000 },
  /** Label, description and accessible label of a tree's row. */
  treeRow: { reads: [], lines: 'one', longest: 1000 },
  /** Plain tooltip of a row or of the status bar. */
  tooltip: { reads: [], lines: 'many', longest: 2000, whole: 10_000 },
  /** Hover, or confirmation of a tool: `markdownText` escapes markup, and VS Code is slow with many escapes. */
  markdown: { reads: [], lines: 'one', longest: 1000 },
  /**
   * Value in a Markdown document, such as the diagnostics report, which people paste elsewhere:
   * `markdownCode` makes inline code of it.
   */
  markdownCode: { reads: ['links'], lines: 'one', longest: 1000 },
  viewMessage: { reads: [], lines: 'one', longest: 1000 },
  statusBar: { reads: ['icons'], lines: 'one', longest: 200 },
  /** VS Code shows the diagnostic at the cursor in the status bar, if `problems.showCurrentInStatus` is on. */
  diagnostic: { reads: ['icons'], lines: 'one', longest: 2000 },
  /** Title of a quick fix. */
  codeAction: { reads: ['icons'], lines: 'one', longest: 200 },
  /** Label and description of a completion. */
  completion: { reads: ['icons'], lines: 'one', longest: 500 },
  /**
   * Error of a file operation; VS Code shows it in a notification, and in the editor that could not open the
   * file.
   */
  fileError: { reads: ['links'], lines: 'one', longest: 1000 },
  /** Label of an account; VS Code shows it in the Accounts menu, quick picks, dialogs and notifications. */
  accountLabel: { reads: ['links', 'icons', 'mnemonics'], lines: 'one', longest: 500 },
  /** Title of a tab; VS Code also shows it in quick picks and notifications. */
  tabTitle: { reads: ['links', 'icons'], lines: 'one', longest: 200 },
  /**
   * Name of a file, or of an untitled text, which VS Code shows like a tab's title. The path of a label is
   * also restricted to an allow list (`core/account/labelAddress.ts`).
   */
  fileName: { reads: ['links', 'icons'], lines: 'one', longest: 500 },
  /** Title or button of the operating system's file dialog. */
  fileDialog: { reads: [], lines: 'one', longest: 200 },
  /** Result of a tool: JSON. */
  languageModel: { reads: [], lines: 'one', longest: 'limited' },
  logEntry: { reads: ['isolates'], lines: 'many', longest: 5000 },
  /** Page of the label form or of a grid, except its inputs, which contain the label's own text. */
  form: { reads: [], lines: 'many', longest: 20_000, whole: 100_000 },
  /** Report or comparison: a plain text document. */
  document: { reads: ['isolates'], lines: 'many', longest: 20_000 },
} as const satisfies Readonly<Record<string, SurfaceRules>>;

/** Place that shows text. */
export type Surface = keyof typeof surfaces;

/** Returns the rules of a surface. */
export function rulesOf(surface: Surface): SurfaceRules {
  return surfaces[surface];
}

/** A surface that shows line breaks. */
export type SurfaceOfLines = {
  [S in Surface]: (typeof surfaces)[S]['lines'] extends 'many' ? S : never;
}[Surface];
