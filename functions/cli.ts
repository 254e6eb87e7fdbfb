import { enableCompileCache } from 'node:module';

// Node strips the types of some hundred modules at every start: 0.3 s of CPU, 0.1 s when it remembers. What is imported
// above this line it strips each time, so all else comes below.
enableCompileCache();

// The C library keeps freed pictures apart for each thread that had one, and the engine never has work for two: of a PDF
// of 197 MB 708 instead of 839 MB stay resident. Read when the first thread starts.
process.env.UV_THREADPOOL_SIZE = '1';

const { runCli } = await import('./cli/run-cli.ts');
process.exitCode = await runCli(process.argv.slice(2));
