import * as l10n from '@vscode/l10n';
import { isolated } from '../../core/text/isolated.ts';
import { element } from '../../webview/client/element.ts';
import { textDifference } from '../model/textDifference.ts';
import type { GridCell, GridColumn, GridRow, GridText } from '../protocol.ts';
import type { TextRuler } from './textRuler.ts';

/** Width of a cell in addition to its two values: padding, and the arrow between them. */
const aroundValues = 46;
/** Additional width for a third value: another arrow, and the mark of a conflict. */
const thirdValueExtraWidth = 50;

/** Content of a cell, as displayed and as read aloud. */
export interface CellContent {
  readonly nodes: readonly Node[];
  /** CSS classes of its marks. */
  readonly marks: readonly string[];
  /** Text for the tooltip. */
  readonly title: string;
  /** Sentences that explain its marks. */
  readonly description: string;
}

/** Data that the content of a cell depends on. */
interface CellContext {
  readonly column: GridColumn;
  readonly row: GridRow;
  /** Typed text that the row does not contain yet. */
  readonly typed: string | undefined;
  /** Width of the cell in CSS pixels. */
  readonly width: number;
  readonly ruler: TextRuler;
}

/** Returns the content of a cell. */
export function cellContent(cell: GridCell, context: CellContext): CellContent {
  const { column, row, ruler, typed, width } = context;
  const description = descriptionOf(cell, row).join(' ');
  const marks = marksOf(cell, typed);
  if (typed !== undefined || cell.before === undefined) {
    const shown = typed ?? cell.text;
    // A row needs a name that can be read aloud.
    const isNameless = column.isRowHeader && shown === '';
    const spoken = isNameless ? [element('span', { className: 'spoken' }, l10n.t('empty'))] : [];
    return { nodes: [text(shown), ...spoken], marks, description, title: shown };
  }
  const before = valueInSentence(cell.before);
  const after = valueInSentence(cell.text);
  const spoken = l10n.t({
    message: '{0}, old value {1}, new value {2}',
    args: [column.title, before, after],
    comment: ['Read by screen readers for a changed cell; {0} is the title of the column'],
  });
  return {
    nodes: [
      change(
        { before: cell.before, after: cell.text, theirs: cell.theirs?.text },
        ruler,
        width - aroundValues,
      ),
      element('span', { className: 'spoken' }, spoken),
    ],
    marks: [...marks, 'change'],
    description,
    title: `${before} → ${after}`,
  };
}

function valueInSentence(value: GridText): string {
  return value === '' ? l10n.t('empty') : isolated(value);
}

/** Returns sentences that explain the marks of a cell. */
export function descriptionOf(cell: GridCell, row: GridRow): string[] {
  const { original, problem, theirs, warning } = cell;
  return [
    problem,
    warning,
    theirs === undefined
      ? undefined
      : theirs.isConflict
        ? l10n.t('Conflict: somebody else has changed this to {0}.', valueInSentence(theirs.text))
        : l10n.t('Somebody else has changed this to {0}.', valueInSentence(theirs.text)),
    original === undefined ? undefined : l10n.t('Changed. It was {0}.', valueInSentence(original)),
    row.note,
  ].filter((sentence) => sentence !== undefined);
}

function marksOf(
  { original, problem, theirs, warning }: GridCell,
  typed: string | undefined,
): string[] {
  return [
    original !== undefined || typed !== undefined ? 'changed' : undefined,
    problem === undefined ? undefined : 'problem',
    warning === undefined ? undefined : 'warning',
    theirs === undefined ? undefined : theirs.isConflict ? 'conflict' : 'theirs',
  ].filter((mark) => mark !== undefined);
}

/** Creates text whose direction is independent of its surroundings. */
function text(content: string): HTMLElement {
  return element('span', { className: 'text', dir: 'auto' }, content);
}

/** Values of a changed cell; `theirs` is the value of somebody else in a conflict. */
interface ChangedValues {
  readonly before: GridText;
  readonly after: GridText;
  readonly theirs: GridText | undefined;
}

/** Creates the old and new values, with somebody else's value between them if there is one, shortened to `width`. */
function change(
  { after, before, theirs }: ChangedValues,
  ruler: TextRuler,
  width: number,
): HTMLElement {
  const replaced = theirs ?? before;
  const room = theirs === undefined ? width : width - ruler.widthOf(before) - thirdValueExtraWidth;
  const { added, end, removed, start } = textDifference(
    replaced,
    after,
    (one, other) => ruler.widthOf(one) + ruler.widthOf(other) <= room,
  );
  const marked = (different: string): (Node | string)[] => [
    start,
    element('mark', {}, different),
    end,
  ];
  const shown = element(
    'span',
    { className: 'text' },
    ...(theirs === undefined ? [] : [side('del', before, before), arrow()]),
    side('del', replaced, ...marked(removed)),
    arrow(),
    side('ins', after, ...marked(added)),
  );
  // Hidden from screen readers, as it is shortened: they read the full values instead.
  shown.ariaHidden = 'true';
  return shown;
}

function arrow(): HTMLElement {
  return element('span', { className: 'arrow' }, '→');
}

/** Creates one side of a change, shown as `parts`; a note if `value` is empty. */
function side(
  name: 'del' | 'ins',
  value: string,
  ...parts: readonly (Node | string)[]
): HTMLElement {
  return value === ''
    ? element('span', { className: 'quiet' }, l10n.t('empty'))
    : element(name, { dir: 'auto' }, ...parts);
}
