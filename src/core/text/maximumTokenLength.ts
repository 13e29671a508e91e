/** Maximum length of a token or code: servers accept no longer headers. */
export const maximumTokenLength = 16_384;
