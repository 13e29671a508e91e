import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Values of settings by their name, as in settings.json. */
export type Settings = Readonly<Record<string, unknown>>;

/** Keeps VS Code from showing or sending anything that was not asked for. */
const quietSettings: Settings = {
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** For tests: keeps VS Code from getting in the way of a person on a busy machine. */
export const unhurriedSettings: Settings = {
  // The tooltip of the row below the pointer would cover the next one, which is to be clicked.
  'workbench.hover.delay': 3_600_000,
  // VS Code gives the focus to what was clicked or opened so late that it closes the quick input which was
  // opened meanwhile. A person would open it again.
  'workbench.quickOpen.closeOnFocusLost': false,
};

/** Writes the user settings of a user data folder: the quiet ones, and `settings` over them. */
export async function writeUserSettings(userDataFolder: string, settings: Settings): Promise<void> {
  await writeSettings(userDataFolder, { ...quietSettings, ...settings });
}

/** Changes single user settings of a user data folder, and keeps the others. */
export async function changeUserSettings(userDataFolder: string, changes: Settings): Promise<void> {
  const present: unknown = JSON.parse(await readFile(settingsFile(userDataFolder), 'utf8'));
  if (typeof present !== 'object') {
    throw new TypeError('The user settings are not an object.');
  }
  await writeSettings(userDataFolder, { ...present, ...changes });
}

async function writeSettings(userDataFolder: string, settings: Settings): Promise<void> {
  const file = settingsFile(userDataFolder);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}

function settingsFile(userDataFolder: string): string {
  return path.join(userDataFolder, 'User', 'settings.json');
}
