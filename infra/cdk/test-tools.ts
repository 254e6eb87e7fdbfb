/** For tests: the packages of infra/cdk/package.json are found from this folder alone. */
export { App } from 'aws-cdk-lib';
export { Match, Template } from 'aws-cdk-lib/assertions';
