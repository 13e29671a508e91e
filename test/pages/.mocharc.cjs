const { timeLimits } = require('../support/timeLimits.ts');

module.exports = {
  spec: 'test/pages/**/*.test.ts',
  timeout: timeLimits.test,
};
