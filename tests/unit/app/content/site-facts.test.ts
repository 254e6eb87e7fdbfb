import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from '~/content/api/endpoints.ts';
import { LANGUAGES } from '~/content/api/languages.ts';
import { brand, profiles } from '~/content/brand.ts';
import { featureCategories, features } from '~/content/features.ts';
import { measured, together } from '~/content/measurements.ts';
import { headerLinks } from '~/content/navigation.ts';
import { questions } from '~/content/questions.ts';
import { team } from '~/content/team.ts';
import { testimonials } from '~/content/testimonials.ts';
import { blogPages, documents, landingPages } from '#tests/support/site-content.ts';

function documentAt(path: string) {
  const found = documents.find((document) => document.path === path);
  if (!found) throw new Error(`Expected a document at ${path}`);
  return found;
}

function sections(source: string): number {
  return source.match(/^## /gm)?.length ?? 0;
}

describe('facts of the site', () => {
  it('name the nine links of the header in order', () => {
    expect(headerLinks.map((link) => `${link.label} ${link.to}`)).toEqual([
      'Home /',
      'Compress /compress',
      'Features /features',
      'Why Compression? /file-compression-education',
      'Case Studies /case-studies',
      'Our Team /teams',
      'About /about',
      'Contact /contact',
      'API /api',
    ]);
  });

  it('claim what the specification claims', () => {
    expect(brand.tagline).toBe('File Compression Made Simple');
    expect(brand.copyrightYear).toBe(2025);
    expect(brand.claims).toMatchObject({
      users: '7K+',
      filesCompressed: '12K+',
      averageReduction: '95%',
      secure: '100%',
      availability: '24/7',
    });
    expect(profiles.map((profile) => profile.label)).toEqual([
      'LinkedIn',
      'Instagram',
      'X',
      'TikTok',
      'Trustpilot',
    ]);
  });

  it('count twelve features in nine categories, nine members, eight voices and eight questions', () => {
    expect(features).toHaveLength(12);
    expect(new Set(features.map((feature) => feature.category))).toEqual(new Set(featureCategories));
    expect(featureCategories).toHaveLength(9);
    expect(team).toHaveLength(9);
    expect(testimonials).toHaveLength(8);
    expect(questions).toHaveLength(8);
  });

  it('keep the policies at their length and date', () => {
    const terms = documentAt('/terms');
    expect(sections(terms.source)).toBe(11);
    expect(terms.frontmatter).toMatchObject({ updated: 'May 2024' });
    expect(terms.source).toContain('at least 13 years old');
    const privacy = documentAt('/privacy');
    expect(sections(privacy.source)).toBe(10);
    expect(privacy.frontmatter).toMatchObject({ updated: 'September 2025' });
  });

  it('say where the choice of the preset stands', () => {
    const copy = [...landingPages, ...blogPages].map((page) => page.source).join('\n');
    expect(copy).not.toMatch(/above the upload area/i);
  });

  it('give the copy figures', () => {
    const guide = documentAt('/guide').source;
    for (const figure of ['20 to 25 MB', '300 DPI', '96 to 150 DPI', '1080p'])
      expect(guide).toContain(figure);
  });

  it('document the four endpoints with their errors', () => {
    const { auth, compress, batch, profile } = endpoints;
    const described = [auth, compress, batch, profile];
    expect(described.map((endpoint) => `${endpoint.method} ${endpoint.path}`)).toEqual([
      'POST /api/auth/google',
      'POST /api/compress',
      'POST /api/compress/batch',
      'GET /api/protected/dashboard',
    ]);
    expect(
      described.flatMap((endpoint) => endpoint.errors.map(([status, text]) => `${status} ${text}`)),
    ).toEqual([
      '400 Invalid credential or missing field',
      '401 Google authentication failed',
      '400 No file uploaded or unsupported file type',
      '500 Compression failed',
      '400 No files uploaded or unsupported file types',
      '500 Batch compression failed',
      '401 Missing or invalid token',
      '403 Token expired or unauthorized',
    ]);
  });

  it('show a sample in every language for each of them', () => {
    for (const { samples, path } of Object.values(endpoints)) {
      for (const [name] of samples) {
        for (const { folder } of LANGUAGES) {
          const [file] = globSync(`docs/samples/${folder}/${name}.*`);
          expect([folder, name, file]).not.toContain(undefined);
          // A path of a job is read from an answer.
          if (folder !== 'sdk' && !path.includes('{')) expect(readFileSync(file!, 'utf8')).toContain(path);
        }
      }
    }
  });

  it('sum up measured samples', () => {
    const { diagramPng, dashboardScreenshot } = measured;
    const both = together('Both', [diagramPng, dashboardScreenshot]);
    expect(both.fromBytes).toBe(diagramPng.fromBytes + dashboardScreenshot.fromBytes);
    expect(both.toBytes).toBe(diagramPng.toBytes + dashboardScreenshot.toBytes);
    for (const sample of Object.values(measured))
      expect(sample.toBytes).toBeLessThanOrEqual(sample.fromBytes);
  });
});
