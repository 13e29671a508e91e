import { surfaceText } from './surfaceText.ts';

/**
 * Returns Markdown that shows `text` literally. Escapes everything that Markdown allows to escape:
 * `appendText` of VS Code leaves automatic links, tags, and entities.
 */
export function markdownText(text: string): string {
  return surfaceText('markdown', text)
    .trim()
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}

/**
 * Returns a Markdown table of `rows` with two texts each, escaped. The first row is the heading, which Markdown
 * tables require.
 */
export function markdownTable(rows: readonly (readonly [string, string])[]): string {
  const [heading, ...others] = rows.map(
    ([name, text]) => `| ${markdownText(name)} | ${markdownText(text)} |`,
  );
  return [heading ?? '', '| :--- | :--- |', ...others].join('\n');
}
