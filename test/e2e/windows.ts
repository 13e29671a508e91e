import { LabelChangesWorkbench } from '../workbench/labelChangesWorkbench.ts';
import { SandboxWorkbench } from '../workbench/sandboxWorkbench.ts';
import { SharedWindow } from '../workbench/sharedWindow.ts';

/** For the tests of the rows and the form of a label. */
export const labelWindow = new SharedWindow<SandboxWorkbench>({
  start: async () => {
    const fixture = await SandboxWorkbench.start({
      sandbox: { labels: 30 },
      settings: {
        'workforce.labels.pageSize': 20,
        'workforce.labels.statusNames': { 0: 'Inactive', 1: 'Active', 2: 'Archived' },
        // Must not matter to labels.
        'files.autoSave': 'afterDelay',
        'files.autoSaveDelay': 1,
        // A person may show a label in this language.
        '[json]': { 'files.autoSave': 'off' },
      },
    });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
    return fixture;
  },
  workbenchOf: (fixture) => fixture,
  stop: async (fixture, expected) => await fixture.stop(expected),
});

/** For the tests of accounts, whose files leave nobody signed in. */
export const accountsWindow = new SharedWindow<SandboxWorkbench>({
  start: async () => {
    const fixture = await SandboxWorkbench.start({
      settings: {
        'workforce.labels.pageSize': 10,
        'workforce.labels.statusNames': { '9': 'Closed' },
      },
    });
    await fixture.signInFirst({ tenant: 'Acme Europe' });
    return fixture;
  },
  workbenchOf: (fixture) => fixture,
  signIn: async ({ view }) => {
    await view.signIn(
      { tenant: 'Acme Europe' },
      async () => await view.welcomeButton('Sign In').click(),
    );
  },
  stop: async (fixture, expected) => await fixture.stop(expected),
});

/** For the tests of work on many labels. */
export const labelChangesWindow = new SharedWindow<LabelChangesWorkbench>({
  start: async () =>
    await LabelChangesWorkbench.start({
      sandbox: { labels: 520, pageLimit: 1000 },
      settings: {
        'workforce.labels.pageSize': 1000,
        'workforce.labels.statusNames': { '11': 'Closed', '12': 'Archived', '13': 'Paused' },
      },
    }),
  workbenchOf: ({ fixture }) => fixture,
  stop: async (labelChanges, expected) => await labelChanges.stop(expected),
});
