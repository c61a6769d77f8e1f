/** The workflows as GitHub reads them, with GitHub's own parser, which checks their form and their expressions. */
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '#build/paths.ts';

export interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface WorkflowJob {
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] } };
  readonly steps?: readonly WorkflowStep[];
}

export interface Workflow {
  readonly name: string;
  readonly text: string;
  readonly content: {
    readonly permissions?: object;
    readonly jobs: Readonly<Record<string, WorkflowJob>>;
  };
}

export const readWorkflows = (): readonly Workflow[] =>
  globSync('.github/workflows/*.yml', { cwd: root }).map((name) => {
    const text = readFileSync(path.join(root, name), 'utf8');
    return { name, text, content: parse(text) as Workflow['content'] };
  });

/** Returns what GitHub would say against a workflow. */
export async function findingsOf({ name, text }: Pick<Workflow, 'name' | 'text'>): Promise<readonly string[]> {
  // The parser imports JSON in a way that only bundlers take.
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
  });
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
  hooks.deregister();
  const { context, value } = parseWorkflow({ name, content: text }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(String);
}
