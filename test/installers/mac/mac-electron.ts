/** Makes the folder that stands for Electron's download on macOS: a bundle with scripts in place of its programs. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { fuseWire } from '../electron-fuses.ts';

/** Electron's own Info.plist allows every connection and asks for camera and microphone; the packer's must not. */
const infoPlist = (name: string, type: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>CFBundleDisplayName</key><string>${name}</string>
<key>CFBundleExecutable</key><string>${name}</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
<key>CFBundleIdentifier</key><string>com.github.${name}</string>
<key>CFBundleName</key><string>${name}</string>
<key>CFBundlePackageType</key><string>${type}</string>
<key>CFBundleVersion</key><string>${manifest.devDependencies.electron}</string>
<key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>
<key>NSCameraUsageDescription</key><string>This app needs access to the camera</string>
<key>NSMicrophoneUsageDescription</key><string>This app needs access to the microphone</string>
</dict>
</plist>
`;

export async function makeMacElectron(folder: string): Promise<string> {
  const contents = path.join(folder, 'Electron.app/Contents');
  const write = async (file: string, text: string, mode = 0o644): Promise<void> => {
    await mkdir(path.dirname(path.join(contents, file)), { recursive: true });
    await writeFile(path.join(contents, file), text, { mode });
  };
  await write('Info.plist', infoPlist('Electron', 'APPL'));
  await write('MacOS/Electron', '#!/bin/sh\n', 0o755);
  await write('PkgInfo', 'APPL????');
  await write('Resources/electron.icns', 'icns');
  await write('Resources/en.lproj/locale.pak', '');
  const framework = 'Frameworks/Electron Framework.framework';
  await write(`${framework}/Versions/A/Electron Framework`, `#!/bin/sh\n# ${fuseWire}\n`, 0o755);
  await write(`${framework}/Versions/A/Resources/Info.plist`, infoPlist('Electron Framework', 'FMWK'));
  const links = {
    'Versions/Current': 'A',
    'Electron Framework': 'Versions/Current/Electron Framework',
    Resources: 'Versions/Current/Resources',
  };
  for (const [link, target] of Object.entries(links)) await symlink(target, path.join(contents, framework, link));
  for (const kind of ['', ' (GPU)', ' (Renderer)', ' (Plugin)']) {
    const name = `Electron Helper${kind}`;
    await write(`Frameworks/${name}.app/Contents/Info.plist`, infoPlist(name, 'APPL'));
    await write(`Frameworks/${name}.app/Contents/MacOS/${name}`, '#!/bin/sh\n', 0o755);
  }
  await writeFile(path.join(folder, 'version'), 'stand-in');
  for (const file of ['LICENSE', 'LICENSES.chromium.html']) await writeFile(path.join(folder, file), '');
  return folder;
}
