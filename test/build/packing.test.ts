/** Decisions about the packed program: every fuse is set, and its names, rights and addresses are fixed. */
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';
import { expect, test } from 'vitest';
import { builderConfiguration } from '#build/electron-builder.ts';
import { afterPack } from '#build/packing/after-pack.ts';
import { fuses } from '#build/packing/fuses.ts';
import { windows } from '#build/packing/windows.ts';
import { root } from '#build/paths.ts';
import { isAdministrators } from '#electron/shell/start/windows-rights.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

test('every fuse of Electron is set explicitly', () => {
  const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number');
  expect(known.filter((fuse) => !(fuse in fuses))).toEqual([]);
  expect(builderConfiguration(null).afterPack).toBe(afterPack);
});

test('the identity of the program is fixed, because the data of a seat depends on it', () => {
  expect(builderConfiguration(null)).toMatchObject({ appId: 'com.caja.terminal', productName: 'Caja', asar: true });
  const { productName } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { productName: string };
  expect(productName).toBe('Caja');
});

test('the packed package.json says what the program is, and nothing of how it is built', () => {
  const { extraMetadata } = builderConfiguration(null);
  const removed = Object.entries(extraMetadata ?? {}).flatMap(([key, value]) => (value === null ? [key] : []));
  const own = Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object);
  expect(own.filter((key) => !removed.includes(key)).toSorted()).toEqual([
    'author',
    'description',
    'desktopName',
    'homepage',
    'license',
    'main',
    'name',
    'private',
    'productName',
    'type',
    'version',
  ]);
});

const inWorkflow = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'somebody/caja' };
const ownFolder = { CAJA_UPDATES_URL: 'https://updates.example.com/caja/' };

test.each([
  ['outside a workflow', {}, ''],
  ['in a workflow', inWorkflow, 'https://github.com/somebody/caja/releases/latest/download/'],
  ['with a folder of its own', ownFolder, ownFolder.CAJA_UPDATES_URL],
  ['in a workflow with a folder of its own', { ...inWorkflow, ...ownFolder }, ownFolder.CAJA_UPDATES_URL],
])('a program that is packed %s looks for updates there alone', (_where, env, url) => {
  expect(builderConfiguration(null, { env, version: '1.0.0' }).publish).toEqual([{ provider: 'generic', url }]);
});

test('a package names the repository whose workflow packs it, and otherwise an address that nobody can own', () => {
  const named = (env: NodeJS.ProcessEnv): unknown[] => {
    const { extraMetadata, linux } = builderConfiguration(null, { env });
    return [(extraMetadata as { homepage: string }).homepage, linux?.maintainer];
  };
  expect(named(inWorkflow)).toEqual([
    'https://github.com/somebody/caja',
    'The Caja authors <somebody@users.noreply.github.com>',
  ]);
  const { homepage } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { homepage: string };
  expect(named({})).toEqual([homepage, 'The Caja authors <nobody@caja.example>']);
  expect(homepage).toMatch(/^https:\/\/[a-z]+\.example$/);
});

test('a name of a repository and an address of updates that can’t be used stop the packing', () => {
  expect(() => builderConfiguration(null, { env: { GITHUB_REPOSITORY: 'somebody/caja/../else' } })).toThrow(
    'not the name',
  );
  for (const CAJA_UPDATES_URL of ['http://updates.example.com/', 'updates'])
    expect(() => builderConfiguration(null, { env: { CAJA_UPDATES_URL } })).toThrow('No updates can come from');
});

test('a candidate looks where later candidates are, under the same name of the list, and has numbers where a system wants them', () => {
  const candidate = builderConfiguration(null, { env: inWorkflow, version: '1.0.0-rc.1' });
  expect(candidate.publish).toEqual([
    { provider: 'generic', url: 'https://github.com/somebody/caja/releases/download/candidates/' },
  ]);
  // Else electron-builder names its list after `rc`, and the updater asks for `latest`.
  expect(candidate.detectUpdateChannel).toBe(false);
  expect([candidate.buildVersion, candidate.mac?.bundleShortVersion]).toEqual(['1.0.0', '1.0.0']);
  expect((candidate.extraMetadata as { version: string }).version).toBe('1.0.0-rc.1');
});

test('what is new comes with the list, as far as a seat shows it without a mark of Markdown', () => {
  const { releaseInfo } = builderConfiguration(null);
  expect(releaseInfo?.releaseNotes).toMatch(/^[^#`]{200,4000}$/);
});

test.runIf(process.platform === 'linux')('Debian takes a candidate for older than its version', () => {
  const isOlder = (one: string, other: string): boolean =>
    spawnSync('dpkg', ['--compare-versions', one, 'lt', other]).status === 0;
  // The form in which electron-builder writes the version into deb and rpm.
  expect(isOlder('1.0.0~rc.1', '1.0.0')).toBe(true);
  expect(isOlder('1.0.0~rc.2', '1.0.0~rc.10')).toBe(true);
  expect(isOlder('1.0.0-rc.1', '1.0.0')).toBe(false);
});

/** Files that are packed or pack, where an address would be asked. */
const packedSources = globSync('{build,electron,renderer,shared}/**/*.{ts,tsx,html,css}', { cwd: root });

test('the source names no repository or account at a host where somebody else could register it', () => {
  const named = packedSources.flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return [...text.matchAll(/(?:github|gitlab)\.com\/[A-Za-z0-9-]+|\w[\w.-]*@users\.noreply\.github\.com/g)].map(
      ([found]) => `${file}: ${found}`,
    );
  });
  expect(named).toEqual([]);
});

test('Linux alone has a small name, and needs everything that Electron links', () => {
  const { executableName, linux, deb, rpm, win, mac } = builderConfiguration(null);
  expect({ executableName, win: win?.executableName, mac: mac?.executableName }).toEqual({});
  expect(linux).toMatchObject({ executableName: 'caja', executableArgs: [], syncDesktopName: true });
  expect(linux?.maintainer).toMatch(/<.+@.+>/);
  for (const library of ['libgbm1', 'libasound2', 'libatspi2.0-0', 'libuuid1', 'xdg-utils', 'libsecret-1-0']) {
    expect(deb?.depends).toContainEqual(expect.stringContaining(library));
  }
  // Debian's sections have no `default`, which fpm would write.
  expect(deb?.packageCategory).toBe('misc');
  expect(deb?.depends).toHaveLength(rpm?.depends?.length ?? 0);
});

test('macOS signs for its hardened runtime, with no more than the engine needs', () => {
  const { mac } = builderConfiguration(null);
  expect(mac).toMatchObject({ hardenedRuntime: true });
  for (const file of [mac?.entitlements, mac?.entitlementsInherit]) {
    const granted = readFileSync(file ?? '', 'utf8').matchAll(
      /<key>com\.apple\.security\.([\w.-]+)<\/key>\s*<true \/>/g,
    );
    expect([...granted].map(([, name]) => name)).toEqual(['cs.allow-jit']);
  }
});

const spanishWords = { from: expect.stringMatching(/\.strings$/), to: 'es.lproj/InfoPlist.strings' };

// Without the words macOS refuses every server in the local network, and offers no switch to allow it.
test('macOS has the words, in both languages, by which it asks before the program reaches the company’s servers', () => {
  const { mac } = builderConfiguration(null);
  expect(mac?.extendInfo).toEqual({ NSLocalNetworkUsageDescription: expect.stringMatching(/^Caja .+\.$/) });
  expect(mac?.extraResources).toEqual([spanishWords]);
  const [resource] = (mac?.extraResources ?? []) as { from: string }[];
  expect(readFileSync(resource?.from ?? '', 'utf8')).toMatch(/^"NSLocalNetworkUsageDescription" = "Caja [^"]+\.";\n$/);
});

test('an unpacked Electron brings its notices into the macOS bundle', () => {
  expect(builderConfiguration('/electron').mac?.extraResources).toEqual([
    spanishWords,
    { from: path.resolve('/electron/LICENSE'), to: 'LICENSE.electron.txt' },
    { from: path.resolve('/electron/LICENSES.chromium.html'), to: 'LICENSES.chromium.html' },
  ]);
});

test('the folders of which a universal macOS program is made keep Electron’s fuses until they are one', async () => {
  const half = { appOutDir: '/nowhere/mac-universal-arm64-temp', electronPlatformName: 'darwin' };
  await afterPack(half as AfterPackContext);
  await expect(afterPack({ ...half, appOutDir: '/nowhere/mac-universal' } as AfterPackContext)).rejects.toThrow(
    'Caja.app',
  );
});

test('the MSI registers caja:// for everybody, and makes the policy’s folder for administrators to write', async () => {
  const project = path.join(temporaryFolder(), 'project.wxs');
  const template = readFileSync(path.join(root, 'node_modules/app-builder-lib/templates/msi/template.xml'), 'utf8');
  writeFileSync(project, template);
  await windows.msiProjectCreated(project);
  const text = readFileSync(project, 'utf8');
  expect(text).toContain(
    'Key="Software\\Classes\\caja\\shell\\open\\command" Type="string" Value="&quot;[APPLICATIONFOLDER]Caja.exe&quot; -- &quot;%1&quot;"',
  );
  // A folder that another account made first may lead elsewhere, so it gets no rights.
  const [, sddl = '', condition] = /<PermissionEx Sddl="(.+?)"><Condition>(.+?)<\/Condition>/.exec(text) ?? [];
  expect(condition).toBe('NOT CAJAPOLICYFOLDER');
  expect(text).toContain('<DirectorySearch Id="cajaPolicySearch" Path="[CommonAppDataFolder]Caja" Depth="0"/>');
  expect(isAdministrators({ file: sddl, folder: sddl })).toBe(true);
  const added = text.slice(text.indexOf('<ComponentGroup '), text.indexOf('</ComponentGroup>'));
  expect(added.match(/<Component /g)).toHaveLength(2);
});

test('each size of the icon is one that Linux themes have', () => {
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
  expect(readdirSync(path.join(root, 'build/icons/sizes')).toSorted()).toEqual(
    sizes.map((size) => `${size}x${size}.png`).toSorted(),
  );
  for (const size of sizes) {
    const png = readFileSync(path.join(root, `build/icons/sizes/${size}x${size}.png`));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
  }
});
