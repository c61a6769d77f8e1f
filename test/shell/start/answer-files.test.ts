/** Answers to second starts: fetched once, awaited for ten minutes, and cleaned up without touching anything else. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endOfHandedOver, openAnswerFiles } from '#electron/shell/start/answer-files.ts';
import { unanswered } from '#electron/shell/start/provisioning-end.ts';
import { newId } from '#shared/new-id.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const end = { code: 3, lines: ['merchants: must be a list'] };
const warn = vi.fn();
beforeEach(() => void warn.mockReset());

/** Answers of a running program, whose timers run when the test says so. */
function program(dataFolder = temporaryFolder(), now = Date.now()) {
  const timers: { readonly run: () => void; readonly ms: number }[] = [];
  const answers = openAnswerFiles({
    dataFolder,
    warn,
    now: () => now,
    later: (run, ms) => void timers.push({ run, ms }),
  });
  const place = path.join(dataFolder, 'handed-over');
  return { answers, dataFolder, place, timers, left: () => (existsSync(place) ? readdirSync(place) : []) };
}

/** A pause without time. @param during runs in each */
function clock(during: (waited: number) => void = () => undefined) {
  let waited = 0;
  const pause = (ms: number): Promise<void> => {
    waited += ms;
    during(waited);
    return Promise.resolve();
  };
  return { pause, waited: () => waited };
}

function leave(place: string, name: string, ageInMs: number, content = JSON.stringify(end)): string {
  mkdirSync(place, { recursive: true });
  const file = path.join(place, name);
  writeFileSync(file, content);
  const then = new Date(Date.now() - ageInMs);
  utimesSync(file, then, then);
  return file;
}

describe('a second start', () => {
  it.each([
    ['soon', 1_500],
    ['late, because each of a hundred passcodes takes half a second', 120_000],
  ])('has the end of its file as soon as it is there, %s, and leaves nothing behind', async (_when, given) => {
    const { answers, dataFolder, left } = program();
    const reply = newId();
    const { pause, waited } = clock((after) => {
      if (after === given) answers.give(reply, end);
    });
    expect(await endOfHandedOver(dataFolder, reply, pause)).toEqual(end);
    expect(waited()).toBe(given);
    expect(left()).toEqual([]);
  });

  it('ends with 8 when no answer came within ten minutes', async () => {
    const { pause, waited } = clock();
    expect(await endOfHandedOver(temporaryFolder(), newId(), pause)).toEqual({ code: 8, lines: [] });
    expect(waited()).toBe(600_000);
  });

  it.each([
    ['no JSON', 'code 0'],
    ['another shape', '{"code":0}'],
    ['a code that systems can’t give', '{"code":256,"lines":[]}'],
    ['an endless line', JSON.stringify({ code: 0, lines: ['a'.repeat(20_000)] })],
  ])('takes an answer with %s for none', async (_title, content) => {
    const { dataFolder, place } = program();
    const reply = newId();
    leave(place, `${reply}.json`, 0, content);
    expect(await endOfHandedOver(dataFolder, reply, clock().pause)).toEqual(unanswered);
  });

  it('reads neither a link nor a folder nor a huge file', async () => {
    const { dataFolder, place } = program();
    const elsewhere = leave(dataFolder, 'elsewhere.json', 0);
    const [link, folder, huge] = [newId(), newId(), newId()];
    mkdirSync(path.join(place, `${folder}.json`), { recursive: true });
    symlinkSync(elsewhere, path.join(place, `${link}.json`));
    leave(place, `${huge}.json`, 0, ' '.repeat(1024 * 1024 + 1));
    for (const reply of [link, folder, huge]) {
      expect(await endOfHandedOver(dataFolder, reply, clock().pause)).toEqual(unanswered);
    }
    expect(existsSync(elsewhere)).toBe(true);
  });
});

describe('the running program', () => {
  it('writes an answer for this account alone, and removes it once nobody can wait for it', () => {
    const { answers, place, timers, left } = program();
    const reply = newId();
    answers.give(reply, end);
    expect(left()).toEqual([`${reply}.json`]);
    expect(statSync(path.join(place, `${reply}.json`)).mode & 0o777).toBe(0o600);
    const [timer] = timers;
    expect(timer?.ms).toBeGreaterThan(600_000);
    timer?.run();
    expect(left()).toEqual([]);
    timer?.run();
    expect(warn).not.toHaveBeenCalled();
  });

  it('removes at its start what earlier programs left, but no answer that a start may still fetch', () => {
    const dataFolder = temporaryFolder();
    const place = path.join(dataFolder, 'handed-over');
    const [old, part, future, young] = [newId(), newId(), newId(), newId()];
    leave(place, `${old}.json`, 1_200_000);
    leave(place, `${part}.json.part`, 3_600_000);
    leave(place, `${future}.json`, -3_600_000);
    leave(place, `${young}.json`, 599_000);
    expect(program(dataFolder).left()).toEqual([`${young}.json`]);
  });

  it('removes nothing else: no other name, no link, no folder, and nothing behind a link', () => {
    const dataFolder = temporaryFolder();
    const place = path.join(dataFolder, 'handed-over');
    const [link, folder] = [`${newId()}.json`, `${newId()}.json`];
    const names = ['ledger.db', `${newId()}.txt`, `x${newId()}.json`];
    for (const name of names) leave(place, name, 3_600_000);
    const kept = leave(dataFolder, 'kept.json', 3_600_000);
    symlinkSync(kept, path.join(place, link));
    mkdirSync(path.join(place, folder));
    expect(
      program(dataFolder, Date.now() + 3_600_000)
        .left()
        .toSorted(),
    ).toEqual([...names, link, folder].toSorted());
    expect(existsSync(kept)).toBe(true);

    const another = temporaryFolder();
    const file = leave(temporaryFolder(), `${newId()}.json`, 3_600_000);
    symlinkSync(path.dirname(file), path.join(another, 'handed-over'));
    const { answers } = program(another);
    answers.give(newId(), end);
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('is a link'));
  });

  it('never writes through a link, nor over a file that is there', () => {
    const { answers, dataFolder, place } = program();
    const victim = leave(dataFolder, 'victim.json', 0, 'as it was');
    mkdirSync(place);
    const reply = newId();
    symlinkSync(victim, path.join(place, `${reply}.json.part`));
    answers.give(reply, end);
    expect(readFileSync(victim, 'utf8')).toBe('as it was');
    expect(lstatSync(place).isDirectory()).toBe(true);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('EEXIST'));
  });

  it('goes on when the disk takes no answer', () => {
    const { answers, dataFolder, place } = program();
    rmSync(place, { recursive: true, force: true });
    writeFileSync(path.join(dataFolder, 'handed-over'), '');
    answers.give(newId(), end);
    expect(warn).toHaveBeenCalledOnce();
  });
});
