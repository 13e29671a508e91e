import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyCheckout, runIn } from '../../support/checkout.ts';
import { inTemporaryFolder } from '../../support/temporaryFolder.ts';
import { timeLimits } from '../../support/timeLimits.ts';
import { FakeRegistries } from './fakeRegistries.ts';

const workflow = {
  GITHUB_SERVER_URL: 'https://git.example.com',
  GITHUB_REPOSITORY: 'acme/labels',
  GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
};

describe('publishing', function () {
  // vsce and ovsx take as long as the machine lets them.
  this.timeout(timeLimits.longTest);

  it('hands the same checked package to both registries, and nothing by half', async () => {
    await inTemporaryFolder(async (folder) => {
      await copyCheckout(folder);
      const changelog = join(folder, 'CHANGELOG.md');
      await writeFile(changelog, `${await readFile(changelog, 'utf8')}\n## 0.9.0\n\n- New.\n`);
      const manifest = join(folder, 'package.json');
      const text = await readFile(manifest, 'utf8');
      await writeFile(manifest, text.replace(/"version": "[\d.]+"/, '"version": "0.9.0"'));
      // That what is built fits, test/unit/guards/package.test.ts shows.
      await mkdir(join(folder, 'dist'));
      await writeFile(join(folder, 'dist', 'main.cjs'), '');
      await runIn(folder, process.execPath, ['release/package.ts'], workflow);
      const registries = await FakeRegistries.start();
      const environment = {
        ...workflow,
        VSCE_MARKETPLACE_URL: registries.baseUrl,
        OVSX_REGISTRY_URL: registries.baseUrl,
        VSCE_PAT: 'one',
        OVSX_PAT: 'two',
      };
      const publish = async (tag: string, changes: NodeJS.ProcessEnv = {}): Promise<string> =>
        await runIn(folder, process.execPath, ['release/publish.ts', tag], {
          ...environment,
          ...changes,
        });
      try {
        await assert.rejects(publish('v0.8.0'), /not that of version 0\.9\.0/);
        await assert.rejects(publish('v0.9.0', { OVSX_PAT: '' }), /Not set: OVSX_PAT/);
        await assert.rejects(publish('v0.9.0', { GITHUB_REPOSITORY: undefined }), /No repository/);
        assert.equal(registries.uploads.length, 0);
        await publish('v0.9.0');
        const file = await readFile(join(folder, 'dist', 'workforce-labels.vsix'));
        assert.deepEqual(
          registries.uploads.map(({ body, registry }) => [registry, body.equals(file)]),
          [
            ['marketplace', true],
            ['openVsx', true],
          ],
        );
      } finally {
        await registries.close();
      }
    });
  });
});
