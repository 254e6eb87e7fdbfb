#!/usr/bin/env node
import module from 'node:module';

// Node strips the types of some hundred modules at every start: 0.3 s of CPU, 0.1 s when it remembers. What is imported
// above this line it strips each time, so all else comes below. Node 20 remembers nothing.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const { runCli } = await import('./cli/run-cli.ts');
process.exitCode = await runCli(process.argv.slice(2));
