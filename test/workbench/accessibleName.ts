/** Matches exactly this text. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${escaped(text)}\\s*$`, 'u');
}

/** Matches an accessible name that is `name`, or `name` followed by more of what VS Code adds. */
export function beginningWith(name: string): RegExp {
  return new RegExp(`^${escaped(name)}(?![\\p{L}\\p{N}])`, 'u');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
