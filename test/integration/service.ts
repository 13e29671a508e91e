import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import { accountOf, type AccountId } from '../../src/core/account/account.ts';
import { labelUriParts, isLabelId } from '../../src/core/account/labelAddress.ts';
import { parseBaseUrl } from '../../src/core/connections/parseBaseUrl.ts';
import { authenticationProviderId, commandIds, settingIds } from '../../src/ids.ts';
import type { LabelRecord } from '../../src/sandbox/labelRecord.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { freePort } from '../host/freePort.ts';
import { TcpProxy } from '../support/tcpProxy.ts';
import { testEnvironment } from './environment.ts';
import { person } from './person.ts';
import { setSetting } from './setSetting.ts';
import { TrafficRecorder } from './trafficRecorder.ts';

/** Who signs in, by the ids of the sandbox. */
export interface Who {
  readonly user: string;
  readonly tenant: string;
}

/** The user of most tests. */
export const administrator: Who = { user: 'hr-administrator', tenant: 'acme-europe' };
/** The same user in another tenant. */
export const administratorInAsia: Who = { user: 'hr-administrator', tenant: 'acme-asia' };
/** Another user of the tenant of most tests. */
export const integrator: Who = { user: 'payroll-integrator', tenant: 'acme-europe' };

/** Name of the only connection. */
export const connectionName = 'Test service';

/** As the extension shows an account. */
export function accountLabel({ user, tenant }: Who): string {
  return `${tenant} · ${user}`;
}

/** As VS Code shows an account of the service at `baseUrl`. */
export function authenticationLabel(who: Who, baseUrl: string): string {
  return `${accountLabel(who)} · ${new URL(baseUrl).host}`;
}

/**
 * The sandbox behind a proxy that can do harm and a recorder, as the only connection of the settings.
 * The browser returns from it by a loopback redirect.
 */
export class Service {
  readonly sandbox: Sandbox;
  readonly proxy: TcpProxy;
  readonly #recorder: TrafficRecorder;
  readonly #redirectUri: string;
  #connectedAs: string;

  private constructor(
    sandbox: Sandbox,
    proxy: TcpProxy,
    recorder: TrafficRecorder,
    redirectUri: string,
  ) {
    this.sandbox = sandbox;
    this.proxy = proxy;
    this.#recorder = recorder;
    this.#redirectUri = redirectUri;
    this.#connectedAs = proxy.baseUrl;
  }

  /** Starts all three and sets the connection. */
  static async start(options: Partial<SandboxOptions> = {}): Promise<Service> {
    const recorder = await TrafficRecorder.start(testEnvironment().trafficFolder);
    const proxy = await TcpProxy.start(await recorder.baseUrl());
    const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
    const sandbox = await startSandbox({
      labels: 30,
      oddLabels: true,
      // The window knows the secrets of other services, and some of their addresses may be given out again.
      clientId: `tests-${randomUUID()}`,
      redirectUris: [redirectUri],
      ...options,
    });
    recorder.forwardTo(sandbox.baseUrl);
    const service = new Service(sandbox, proxy, recorder, redirectUri);
    await service.connectAs(proxy.baseUrl);
    return service;
  }

  get baseUrl(): string {
    return this.proxy.baseUrl;
  }

  /** Makes the service at another address, which leads here too, the only connection. */
  async connectAs(baseUrl: string): Promise<void> {
    this.#connectedAs = baseUrl;
    await setConnection(baseUrl, this.sandbox, this.#redirectUri);
  }

  /** As VS Code shows an account of this service. */
  authenticationLabel(who: Who): string {
    return authenticationLabel(who, this.baseUrl);
  }

  /** The account at the address that the connection has. */
  accountId({ tenant, user }: Who): AccountId {
    return accountOf(parseBaseUrl(this.#connectedAs), tenant, user).id;
  }

  /** The address of a label as a document. */
  labelUri(who: Who, { id, labelCode }: Pick<LabelRecord, 'id' | 'labelCode'>): vscode.Uri {
    assert.ok(isLabelId(id));
    const address = { accountId: this.accountId(who), labelId: id, code: labelCode };
    return vscode.Uri.from(labelUriParts(address, `${who.tenant} · ${who.user}`));
  }

  /** The record as the service has it now. */
  record({ tenant }: Who, id: string): LabelRecord {
    const record = this.sandbox.control.labels(tenant).find((each) => each.id === id);
    if (record === undefined) {
      throw new Error('The sandbox has no such label.');
    }
    return record;
  }

  /** How many requests an endpoint has had, such as `POST /api/v2/label/update`. */
  requests(endpoint: string): number {
    return this.sandbox.control.requests()[endpoint] ?? 0;
  }

  /** The bodies of all updates of the label that this service was sent so far, in no order. */
  async updatesSent({ id }: Pick<LabelRecord, 'id'>): Promise<unknown[]> {
    const { trafficFolder } = testEnvironment();
    const files = (await readdir(trafficFolder)).map((name) => path.join(trafficFolder, name));
    const texts = await Promise.all(files.map(async (file) => await readFile(file, 'utf8')));
    const updates = /^POST \/api\/v2\/label\/update [^{]*?\r\n\r\n(\{.*?\})HTTP/s;
    // Those of all services of the run are kept in one place.
    const host = `host: ${new URL(this.baseUrl).host}\r\n`;
    return texts
      .filter((text) => text.includes(host))
      .flatMap((text): unknown[] => {
        const body = updates.exec(text)?.[1];
        return body === undefined ? [] : [JSON.parse(body)];
      })
      .filter((body) => z.object({ id: z.literal(id) }).safeParse(body).success);
  }

  /** Signs in for the first time, which asks for the client secret. */
  async signInFirst(who: Who = administrator): Promise<void> {
    await signIn(who, this.sandbox.clientSecret);
  }

  /** Signs everybody out, takes the connection away and ends all three; the address is not used again. */
  async stop(): Promise<void> {
    // One that a test has left would be taken for that of the next service.
    await person.giveUpSignIns();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await signOutAll();
    await setSetting(settingIds.connections, undefined);
    // What the window remembers of this address, such as the client secret, is none of the next service's.
    await this.proxy.retire();
    await this.#recorder.close();
    await this.sandbox.close();
  }
}

/**
 * Starts a service with the administrator signed in before the tests of the suite, and stops it after
 * them. Returns what the tests get it by.
 */
export function startSignedIn(options: Partial<SandboxOptions> = {}): () => Service {
  let service: Service | undefined;
  before(async () => {
    service = await Service.start(options);
    await service.signInFirst();
  });
  after(async () => {
    await service?.stop();
  });
  return () => {
    assert.ok(service);
    return service;
  };
}

/** Makes the service at `baseUrl` the only connection. */
export async function setConnection(
  baseUrl: string,
  { clientId }: Pick<Sandbox, 'clientId'>,
  redirectUri: string,
): Promise<void> {
  const connection = { name: connectionName, baseUrl, clientId, redirectUri };
  await setSetting(settingIds.connections, [connection]);
}

/** Signs in by the command; the person types `clientSecret` where one is given, and approves. */
export async function signIn(who: Who, clientSecret?: string): Promise<void> {
  const { ended } = await approveSignIn(who, clientSecret);
  await ended;
}

/** A sign-in that the person has approved. */
export interface ApprovedSignIn {
  /** Resolves when the command does. */
  readonly ended: Thenable<unknown>;
}

/** As `signIn`, until the person has approved. */
export async function approveSignIn(who: Who, clientSecret?: string): Promise<ApprovedSignIn> {
  const ended = vscode.commands.executeCommand(commandIds.signIn);
  if (clientSecret !== undefined) {
    await person.typeText(connectionName, clientSecret);
  }
  await person.decide({ decision: 'approve', ...who });
  return { ended };
}

/** Signs out of one of several accounts by the command. */
export async function signOutOf(who: Who): Promise<void> {
  const done = vscode.commands.executeCommand(commandIds.signOut);
  await person.pickItem(accountLabel(who));
  await person.pressDialogButton('Sign out of', 'Sign Out');
  await done;
}

/** What **Sign Out** in VS Code's Accounts menu runs; under test, VS Code takes its question for answered. */
export async function signOutInAccountsMenu(label: string): Promise<void> {
  await vscode.commands.executeCommand('_signOutOfAccount', {
    providerId: authenticationProviderId,
    accountLabel: label,
  });
}

/** The labels of the accounts that VS Code knows, in order. */
export async function accountLabels(): Promise<string[]> {
  const accounts = await vscode.authentication.getAccounts(authenticationProviderId);
  return accounts.map(({ label }) => label).toSorted();
}

async function signOutAll(): Promise<void> {
  for (const label of await accountLabels()) {
    await signOutInAccountsMenu(label);
  }
}
