import { installBrowser } from './browser.ts';
import { exitOnSignals } from './childProcess.ts';
import { installFonts } from './fonts.ts';
import { installVisualStudioCode } from './installVisualStudioCode.ts';

// Installs what the tests with a window need, unless it is there: VS Code, a browser, and fonts. Once for all
// that run beside each other, which would do it at the same time.
exitOnSignals();
await installVisualStudioCode();
await installBrowser();
await installFonts();
