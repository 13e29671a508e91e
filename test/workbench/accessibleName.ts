/** Matches exactly this text. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`, 'u');
}

/** Matches an accessible name that is `name`, or `name` followed by more of what VS Code adds. */
export function beginningWith(name: string): RegExp {
  return new RegExp(`^${escaped(name)}(?![\\p{L}\\p{N}])`, 'u');
}

/** Matches the accessible name of a button in the status bar that belongs to the notification with `text`. */
export function besideNotification(name: string, text: string | RegExp): RegExp {
  const about = typeof text === 'string' ? escaped(text) : text.source;
  return new RegExp(`^${escaped(name)}, [^]*${about}`, 'u');
}

/** Matches the accessible name of the button in the status bar that lists those of the notification with `text`. */
export function listingNotification(text: string): RegExp {
  return new RegExp(`^\\d+ More Notifications?…, [^]*${escaped(text)}`, 'u');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
