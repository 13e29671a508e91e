import * as z from 'zod';

/** Where the sources of a release stand, for the addresses that its page in a marketplace has. */
export interface Repository {
  /** Address of the repository, without a slash at its end. */
  readonly url: string;
  /** The commit that is released. */
  readonly commit: string;
}

/** What a workflow of GitHub sets. */
const workflowSchema = z.object({
  GITHUB_SERVER_URL: z.url({ protocol: /^https$/ }),
  GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  GITHUB_SHA: z.string().regex(/^[\da-f]{40}$/),
});

/** What a release tag looks like, such as `v1.2.3`. */
const tagShape = /^v(\d+\.\d+\.\d+)$/;

/**
 * The repository that the environment names: the only place that an address of it comes from. Undefined
 * where no workflow runs. Throws a `ZodError` where it names one in another form.
 */
export function repositoryFrom(environment: NodeJS.ProcessEnv): Repository | undefined {
  if (environment['GITHUB_REPOSITORY'] === undefined) {
    return undefined;
  }
  const { GITHUB_REPOSITORY, GITHUB_SERVER_URL, GITHUB_SHA } = workflowSchema.parse(environment);
  return {
    url: `${GITHUB_SERVER_URL.replace(/\/$/, '')}/${GITHUB_REPOSITORY}`,
    commit: GITHUB_SHA,
  };
}

/** What the manifest says in addition when it is packaged for a marketplace. */
export function manifestOf({ url }: Repository): object {
  return {
    repository: { type: 'git', url: `${url}.git` },
    bugs: { url: `${url}/issues` },
    homepage: `${url}#readme`,
  };
}

/** What the relative addresses of README and changelog stand for: files and pictures of that commit. */
export function baseAddresses({ commit, url }: Repository): { content: string; images: string } {
  return { content: `${url}/blob/${commit}`, images: `${url}/raw/${commit}` };
}

/** The text of a version in a changelog; undefined if it has none. */
export function changelogOf(version: string, changelog: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.split(/\s/, 1)[0] === version);
  const text = section?.slice(section.indexOf('\n')).trim();
  return text === '' ? undefined : text;
}

/** Throws an error that says why, where `tag` is not that of `version`, or the changelog does not tell of it. */
export function checkTag(tag: string, version: string, changelog: string): void {
  const tagged = tagShape.exec(tag)?.[1];
  if (tagged === undefined) {
    throw new Error(`A release tag looks like v1.2.3, not like ${tag}.`);
  }
  if (tagged !== version) {
    throw new Error(`The tag ${tag} is not that of version ${version} in package.json.`);
  }
  if (changelogOf(version, changelog) === undefined) {
    throw new Error(`CHANGELOG.md says nothing about version ${version}.`);
  }
}
