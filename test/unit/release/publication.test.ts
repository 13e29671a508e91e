import assert from 'node:assert/strict';
import {
  baseAddresses,
  changelogOf,
  checkTag,
  manifestOf,
  repositoryFrom,
} from '../../../release/publication.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const environment = {
  GITHUB_SERVER_URL: 'https://git.example.com',
  GITHUB_REPOSITORY: 'acme/labels',
  GITHUB_SHA: commit,
};
const changelog = `# Changelog

## 1.2.0

- New.

## 1.1.0 (2026-01-01)

- Old.

## 1.0.0

`;

describe('a publication', () => {
  it('names the repository that the workflow runs in, and none elsewhere', () => {
    const repository = repositoryFrom(environment);
    assert.ok(repository);
    assert.deepEqual(manifestOf(repository), {
      repository: { type: 'git', url: 'https://git.example.com/acme/labels.git' },
      bugs: { url: 'https://git.example.com/acme/labels/issues' },
      homepage: 'https://git.example.com/acme/labels#readme',
    });
    assert.deepEqual(baseAddresses(repository), {
      content: `https://git.example.com/acme/labels/blob/${commit}`,
      images: `https://git.example.com/acme/labels/raw/${commit}`,
    });
    assert.equal(repositoryFrom({}), undefined);
  });

  for (const [name, value] of [
    ['GITHUB_SERVER_URL', 'http://git.example.com'],
    ['GITHUB_REPOSITORY', 'acme'],
    ['GITHUB_SHA', 'main'],
  ] as const) {
    it(`names no repository of another form: ${name}`, () => {
      assert.throws(() => repositoryFrom({ ...environment, [name]: value }));
    });
  }

  it('has the text of its version in the changelog', () => {
    assert.equal(changelogOf('1.2.0', changelog), '- New.');
    assert.equal(changelogOf('1.1.0', changelog), '- Old.');
    assert.equal(changelogOf('1.0.0', changelog), undefined);
    assert.equal(changelogOf('1.2', changelog), undefined);
  });

  it('needs a tag that fits version and changelog', () => {
    assert.doesNotThrow(() => checkTag('v1.2.0', '1.2.0', changelog));
    assert.throws(() => checkTag('1.2.0', '1.2.0', changelog), /looks like/);
    assert.throws(() => checkTag('', '1.2.0', changelog), /looks like/);
    assert.throws(() => checkTag('v1.1.0', '1.2.0', changelog), /not that of version 1\.2\.0/);
    assert.throws(() => checkTag('v1.0.0', '1.0.0', changelog), /says nothing/);
    assert.throws(() => checkTag('v2.0.0', '2.0.0', changelog), /says nothing/);
  });
});
