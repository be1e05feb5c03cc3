import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import {
  METRICS,
  type MetricDefinition,
} from '@insuremanager/services/platform/telemetry/metricCatalogue';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const run = promisify(execFile);
const folder = new URL('./', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
const documentation = read('../../docs/monitoring.md');

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly runbook: string };
    }[];
  }[];
}

interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly unknown[];
    }[];
  }[];
}

interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}

const alerts = (parse(read('alerts.yml')) as Rules).groups.flatMap(({ rules }) => rules);
const names = alerts.map(({ alert }) => alert);
const dashboard = JSON.parse(read('grafana/dashboards/insuremanager.json')) as Dashboard;

/** Every series of ours, as Prometheus names it. */
const series = new Set(
  Object.entries<MetricDefinition>(METRICS).flatMap(([name, { kind }]) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);
const unknownIn = (expr: string): string[] =>
  (expr.match(/\binsuremanager_\w+/g) ?? []).filter((name) => !series.has(name));

describe('the documentation of monitoring', () => {
  it('names every metric with its labels, and no other', () => {
    const rows = [...documentation.matchAll(/^\| `(insuremanager_\w+)` \| ([^|]*) \|/gm)];
    const documented = rows.map(([, name, labels = '']) => [
      name,
      (labels.match(/\w+/g) ?? []).sort(),
    ]);
    const defined = Object.entries<MetricDefinition>(METRICS).map(([name, { labels }]) => [
      name,
      [...labels].sort(),
    ]);
    expect(documented.sort()).toEqual(defined.sort());
  });

  it('says of every alert what it means and what to do, and of no other', () => {
    const headings = [...documentation.matchAll(/^\| `([A-Z]\w+)` \|/gm)].map(([, name]) => name);
    expect(headings.sort()).toEqual([...names].sort());
  });
});

describe('alerts', () => {
  it('ask for metrics that there are', () => {
    expect(alerts.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('are each tested to fire', () => {
    const { tests } = parse(read('alerts.test.yml')) as RuleTests;
    const tested = tests
      .flatMap((test) => test.alert_rule_test)
      .filter(({ exp_alerts }) => exp_alerts.length > 0)
      .map(({ alertname }) => alertname);
    expect(tested.sort()).toEqual([...names].sort());
  });

  const promtool = process.env.PROMTOOL;
  it.skipIf(!promtool).each([
    ['rules', ['check', 'rules', 'alerts.yml']],
    ['configuration', ['check', 'config', 'prometheus.yml']],
    ['tests', ['test', 'rules', 'alerts.test.yml']],
  ])('pass the %s of promtool', async (_case, parameters) => {
    const { stdout } = await run(promtool ?? '', parameters, { cwd: folder });
    expect(stdout).toContain('SUCCESS');
  });
});

describe('the dashboard', () => {
  const targets = dashboard.panels.flatMap(({ targets = [] }) => targets);

  it('asks for metrics that there are', () => {
    expect(targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('shows every metric but those of alerts alone', () => {
    const shown = targets.map(({ expr }) => expr).join('\n');
    const asked = `${shown}\n${alerts.map(({ expr }) => expr).join('\n')}`;
    const missing = Object.keys(METRICS).filter((name) => !asked.includes(name));
    expect(missing).toEqual([
      'insuremanager_read_model_events_handled',
      'insuremanager_read_model_events_set_aside',
      'insuremanager_relay_events_handled',
      'insuremanager_backup_size_bytes',
    ]);
  });

  it('has panels with ids and titles of their own', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });
});
