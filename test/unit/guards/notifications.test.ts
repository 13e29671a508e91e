import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';

/** Where all notifications are shown, so that no word of the service becomes a link in one. */
const notifyFile = 'src/commands/notify.ts';
const ownNotification = /show(?:Information|Warning|Error)Message|ProgressLocation\.Notification/;

describe('notifications', () => {
  it('are shown by notify and notifyProgress alone', () => {
    const showing = globSync('src/**/*.ts').filter((file) =>
      ownNotification.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(showing, [notifyFile]);
  });
});
