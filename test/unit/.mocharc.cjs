const { timeLimits } = require('../support/timeLimits.ts');

module.exports = {
  spec: 'test/unit/**/*.test.ts',
  timeout: timeLimits.test,
  parallel: true,
  jobs: 2,
};
