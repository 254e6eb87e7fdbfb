import { describe, expect, it } from 'vitest';
import { parseArguments, type CliRequest } from '#functions/cli/arguments.ts';

function requestOf(...argv: string[]): CliRequest {
  const command = parseArguments(argv);
  if (!('request' in command)) throw new Error(`A ${command.name} is no request`);
  return command.request;
}

describe('parseArguments', () => {
  it('reads every option', () => {
    const argv = [
      'a.jpg',
      'b',
      '-o',
      'c/',
      '--preset',
      'small',
      '--target',
      '20MB',
      '--report',
      'r.json',
      '-q',
    ];
    const more = [
      '--overwrite',
      'never',
      '--no-preserve',
      '-j',
      '3',
      '--timeout',
      '1.5',
      '--max-memory',
      '800MB',
    ];
    const rest = ['--cache-dir', 'd', '--json', '--files-from', 'list'];
    expect(requestOf(...argv, ...more, ...rest)).toEqual({
      inputs: ['a.jpg', 'b'],
      filesFrom: 'list',
      destination: { to: 'path', path: 'c/' },
      overwrite: 'never',
      preserve: false,
      options: { preset: 'small', targetBytes: 20 * 1024 * 1024 },
      findingFormat: 'text',
      limits: { jobs: 3, cpuMs: 1500, memoryBytes: 800 * 1024 * 1024 },
      cacheDirectory: 'd',
      reportPath: 'r.json',
      messages: 'quiet',
      json: true,
    });
  });

  it.each([
    [['a.jpg'], { to: 'beside', suffix: '-small' }],
    [['a.jpg', '--suffix', '.min'], { to: 'beside', suffix: '.min' }],
    [['a.jpg', '-i'], { to: 'source' }],
    [['-'], { to: 'path', path: '-' }],
    [['a.jpg', '-o', '/dev/stdout'], { to: 'path', path: '-' }],
    [['a.jpg', '-n'], { to: 'beside', suffix: '-small' }],
    [['a.jpg', '-n', '-o', 'b/'], { to: 'path', path: 'b/' }],
    [['a.jpg', '--check'], { to: 'nowhere' }],
  ])('knows where the results of %j go', (argv, destination) => {
    expect(requestOf(...argv).destination).toEqual(destination);
  });

  it.each([['-o', 'b/'], ['-i'], ['--suffix', '.min'], []])('tries %j by -n beside it', (...way) => {
    const real = requestOf('a.jpg', ...way);
    expect(requestOf('a.jpg', ...way, '-n')).toEqual({ ...real, dryRun: true });
  });

  it('reads what a check accepts', () => {
    expect(requestOf('a', '--check')).toMatchObject({ maxSaving: 0, findingFormat: 'text' });
    expect(requestOf('a', '--check', '--max-saving', '12.5%', '--reporter', 'junit')).toMatchObject({
      maxSaving: 0.125,
      findingFormat: 'junit',
    });
    expect(requestOf('a').maxSaving).toBeUndefined();
  });

  it('reads the server and its key', () => {
    expect(requestOf('a', '--server', 'https://x.example/path', '--key', 'k').server).toEqual({
      url: 'https://x.example',
      key: 'k',
    });
  });

  it('takes --lossless for the preset', () => {
    expect(requestOf('a', '--lossless').options.preset).toBe('lossless');
  });

  it('knows the other commands', () => {
    expect(parseArguments(['--help']).name).toBe('help');
    expect(parseArguments(['--version']).name).toBe('version');
    expect(parseArguments(['man']).name).toBe('man');
    expect(parseArguments(['completion', 'fish'])).toEqual({ name: 'completion', shell: 'fish' });
    expect(parseArguments(['watch', 'in', '-o', 'out'])).toMatchObject({
      name: 'watch',
      request: { inputs: ['in'], destination: { to: 'path', path: 'out' } },
    });
  });

  it('understands the old name of the reporter, and tells the new one', () => {
    const request = requestOf('a', '--check', '--format', 'github');
    expect(request).toMatchObject({ findingFormat: 'github', options: { preset: 'balanced' } });
    expect(request.note).toContain('--reporter github');
    expect(requestOf('a', '--check', '--format', 'webp').options).toMatchObject({ format: 'webp' });
  });

  it.each([
    ['no input', ['-o', 'x'], /^Expected at least one input/],
    ['two ways to write', ['a', '-o', 'x', '-i'], '--output and --in-place do not go together.'],
    ['two checks', ['a', '-n', '--check'], '--dry-run and --check do not go together.'],
    ['an empty output', ['a', '-o', ''], 'Expected a name after -o.'],
    ['standard input in place', ['-', '-i'], 'Standard input cannot be replaced: use -o.'],
    ['standard input among others', ['-', 'a'], 'The result of standard input needs a name: use -o.'],
    ['several results on standard output', ['a', 'b', '-o', '-'], /one input only/],
    ['a list on standard output', ['a', '--files-from', 'l', '-o', '-'], /one input only/],
    ['a suffix with a slash', ['a', '--suffix', '/x'], /without slashes/],
    ['an empty suffix', ['a', '--suffix', ''], /without slashes/],
    ['a limit without a check', ['a', '--max-saving', '3%'], '--max-saving goes with --check.'],
    ['a reporter without a check', ['a', '--reporter', 'junit'], '--reporter goes with --check.'],
    ['originals to delete without a replacement', ['a', '--replace'], '--replace goes with --in-place.'],
    ['a strange format', ['a', '--format', 'gif'], /^Expected one of same, .*, auto for --format but/],
    [
      'a strange bound',
      ['a', '--max-width', '0'],
      /^Expected a whole number of pixels from 1 to 65535 for --max-width/,
    ],
    [
      'a JPEG without loss',
      ['a', '--format', 'jpeg', '--lossless'],
      /^A JPEG, and our AVIF, always loses something/,
    ],
    ['a saving above all', ['a', '--check', '--max-saving', '101%'], /a percentage such as 10%/],
    ['a strange saving', ['a', '--check', '--max-saving', 'much'], /a percentage such as 10%/],
    [
      'a strange reporter',
      ['a', '--check', '--reporter', 'xml'],
      /^Expected one of text, github, junit for --reporter/,
    ],
    ['a strange rule', ['a', '--overwrite', 'maybe'], /^Expected one of always, smaller, never/],
    ['an unknown preset', ['a', '--preset', 'tiny'], /for --preset but received tiny\.$/],
    ['two presets', ['a', '--lossless', '--preset', 'small'], /do not go together/],
    ['an unknown option', ['a', '--fast'], /--fast/],
    [
      'a strange target',
      ['a', '--target', 'small'],
      /such as 500000, 300KB or 20MB for --target but received small\.$/,
    ],
    ['no jobs', ['a', '-j', '0'], 'Expected a number from 1 to 999 for --jobs but received 0.'],
    ['no time', ['a', '--timeout', '0'], /seconds above zero/],
    ['strange memory', ['a', '--max-memory', 'all'], /a size such as 800MB/],
    ['a server that is no address', ['a', '--server', 'here'], /an address such as/],
    ['a key without a server', ['a', '--key', 'k'], '--key goes with --server.'],
    ['quiet and verbose', ['a', '-q', '-v'], /do not go together/],
    [
      'a strange shell',
      ['completion', 'tcsh'],
      'Expected one of bash, zsh, fish for completion but received tcsh.',
    ],
    ['no shell', ['completion'], /but received nothing\.$/],
    ['a watch without results', ['watch', 'in'], 'Expected a directory for the results: -o OUTPUT.'],
    ['a watch of two', ['watch', 'in', 'in2', '-o', 'out'], 'Expected one directory to watch.'],
    ['originals without a watch', ['a', '--originals', 'd'], '--originals goes with watch.'],
    ['a watch that checks', ['watch', 'in', '--check'], '--check does not go with watch.'],
  ])('refuses %s', (_what, argv, message) => {
    expect(() => parseArguments(argv)).toThrow(message);
  });
});
