import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from '../host/childProcess.ts';
import { makeTemporaryFolder } from '../host/temporaryFolder.ts';
import { formFrame } from '../workbench/formAudit.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { medianOf, type Measurement } from './measurement.ts';

const strokes = 60;

/** Prepares the form to time its next key press until it learns that the document holds the stroke. */
const armStopwatch = `
  globalThis.stroke = new Promise((resolve) => {
    window.addEventListener('keydown', () => {
      const pressed = performance.now();
      const before = document.body.dataset.acknowledged;
      new MutationObserver((_, observer) => {
        if (document.body.dataset.acknowledged !== before) {
          observer.disconnect();
          resolve(performance.now() - pressed);
        }
      }).observe(document.body, { attributeFilter: ['data-acknowledged'] });
    }, { capture: true, once: true });
  });
  undefined;
`;

/**
 * Types into the form of the packaged extension in a whole VS Code; the median of the strokes. Most of it is
 * the way of the key and of the messages, which is not ours: test/integration/labelEditor.test.ts tells what is.
 */
export async function measureFormTyping(): Promise<Measurement[]> {
  await packageExtension();
  const fixture = await SandboxWorkbench.start({ sandbox: { labels: 20 } });
  try {
    const { form, view, workbench } = fixture;
    await fixture.signInFirst();
    await view.row('Probation period').click();
    await form.field('Name').press('End');
    const frame = await formFrame(workbench);
    const times: number[] = [];
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      await frame.evaluate(armStopwatch);
      await workbench.page.keyboard.press('x');
      times.push(await frame.evaluate<number>('globalThis.stroke'));
    }
    return [
      {
        name: 'key press to changed document, median',
        value: medianOf(times),
        unit: 'ms',
      },
    ];
  } finally {
    await fixture.stop();
  }
}

async function packageExtension(): Promise<void> {
  const folder = makeTemporaryFolder('workforce-package');
  await runQuietly('npm', ['run', '--silent', 'package'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    logFile: path.join(folder.path, 'package.log'),
    timeLimit: 120_000,
  });
  folder.remove();
}
