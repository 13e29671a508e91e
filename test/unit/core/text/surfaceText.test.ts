import assert from 'node:assert/strict';
import { displayJson, displayText, singleLine } from '../../../../src/core/text/displayText.ts';
import { surfaces, type Surface } from '../../../../src/core/text/surfaces.ts';
import { surfaceText } from '../../../../src/core/text/surfaceText.ts';
import { allSurfaces } from '../../../support/hostileText.ts';

/**
 * Processor time that a text may take, in microseconds: five times what megabytes take on a quiet machine. A step
 * for each pair of characters would take hours.
 */
const bound = 500_000;

function usageOf(work: () => unknown): NodeJS.CpuUsage {
  const started = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(started);
}

describe('the text of a surface', () => {
  it('has no link where VS Code reads links', () => {
    const text = '[Open](command:workbench.action.terminal.new) [a](https://b.example)';
    assert.equal(
      surfaceText('notification', text),
      '[Open] (command:workbench.action.terminal.new) [a] (https://b.example)',
    );
    assert.equal(surfaceText('treeRow', text), text);
  });

  it('has no bracket that would take in a link of ours behind it', () => {
    assert.equal(surfaceText('notification', '[a] [b [c'), '[a] ［b ［c');
    assert.equal(
      surfaceText('notification', 'Overtime [2026] (Berlin)'),
      'Overtime [2026] (Berlin)',
    );
  });

  it('has no icon where VS Code draws icons', () => {
    const text = String.raw`$(trash) a$(sync~spin) \$(x) $($(x)) (5 $) $ (x)`;
    assert.equal(
      surfaceText('statusBar', text),
      String.raw`$ (trash) a$ (sync~spin) \$ (x) $ ($ (x)) (5 $) $ (x)`,
    );
    // With `problems.showCurrentInStatus`, VS Code shows it in the status bar.
    assert.equal(surfaceText('diagnostic', '$(trash)'), '$ (trash)');
    assert.equal(surfaceText('treeRow', text), text);
  });

  it('has no key of a menu entry where VS Code looks for one', () => {
    assert.equal(surfaceText('accountLabel', 'R&D & A &&&b'), 'R&D & A & & &b');
    assert.equal(surfaceText('treeRow', '&&b'), '&&b');
  });

  it('has line breaks only between the lines that it is made of', () => {
    assert.equal(surfaceText('tooltip', ['a\nb\u2028c', 'd\r\ne']), 'a b c\nd e');
    assert.equal(surfaceText('treeRow', 'a\nb'), 'a b');
  });

  it('has no icon in a progress, which VS Code shows in the status bar once it is hidden', () => {
    for (const surface of ['progressTitle', 'progressMessage'] as const) {
      assert.doesNotMatch(surfaceText(surface, 'Signing in to $(alert)'), /\$\(/);
    }
  });

  it('shows what is invisible, on every surface', () => {
    for (const surface of allSurfaces()) {
      const text = surfaceText<Surface>(surface, 'a\u202Eb\u200B');
      assert.equal(text, String.raw`a\u{202e}b\u{200b}`);
    }
  });

  it('leaves room for what follows it', () => {
    assert.equal(surfaceText('progressTitle', `${'a'.repeat(599)}[b](c)`).length, 601);
    assert.equal(
      surfaceText('progressTitle', `${'a'.repeat(598)}[b](c)`),
      `${'a'.repeat(598)}［b…`,
    );
    assert.ok(surfaceText('progressTitle', '\u202E]('.repeat(600)).length <= 601);
  });

  it('takes no time for megabytes, on any surface', () => {
    // What a language model gets is made of values that were cut before.
    const cutting = allSurfaces().filter((surface) => surfaces[surface].longest !== 'limited');
    const length = 5 * 2 ** 20;
    for (const unit of ['\u200B', '[a](b', '[', '$(', '&&', '\u2068א\u2069', '👨\u200D', ' \n']) {
      const text = unit.repeat(length / unit.length);
      for (const surface of cutting) {
        const { user } = usageOf(() => surfaceText<Surface>(surface, text));
        assert.ok(user < bound, `${surface}, ${JSON.stringify(unit)}: ${user} µs`);
      }
      for (const make of [displayText, singleLine, displayJson]) {
        const { user } = usageOf(() => make(text));
        assert.ok(user < bound, `${make.name}, ${JSON.stringify(unit)}: ${user} µs`);
      }
    }
  });

  it('has no more of a tooltip than fits, however many lines there are', () => {
    const lines = Array.from({ length: 500_000 }, (_, index) => `"field${index}": 1`);
    const started = process.threadCpuUsage();
    const text = surfaceText('tooltip', lines);
    assert.ok(process.threadCpuUsage(started).user < bound);
    assert.ok(text.length <= 10_002);
    assert.ok(text.startsWith('"field0": 1\n') && text.endsWith('1\n…'));
    for (const unit of ['*', '\u202E', '\u2068א\u2069', '$(']) {
      const long = Array.from({ length: 20 }, () => unit.repeat(2000));
      const { length } = surfaceText('tooltip', long);
      assert.ok(length > 2000 && length <= 10_002, `${unit}: ${length}`);
    }
  });

  it('takes no longer for a text that is made to take long', () => {
    const started = process.threadCpuUsage();
    for (const unit of ['[', '](', '$(', '&&', '[]']) {
      surfaceText('accountLabel', unit.repeat(100_000));
    }
    assert.ok(process.threadCpuUsage(started).user < 1_000_000);
  });
});
