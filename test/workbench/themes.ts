/** The themes that screenshots are taken in, with the class by which the workbench shows each. */
export const themes = {
  light: { name: 'Light Modern', className: 'vs' },
  dark: { name: 'Dark Modern', className: 'vs-dark' },
  highContrast: { name: 'Dark High Contrast', className: 'hc-black' },
  highContrastLight: { name: 'Light High Contrast', className: 'hc-light' },
} as const;
