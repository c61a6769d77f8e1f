/** Settings of a page that the stand-in ignores. */
import { StandInEmitter } from '../not-implemented.ts';

export class PageSettings extends StandInEmitter {
  /** Ignored: Chromium takes the policy from the command line, for all pages alike. */
  setWebRTCIPHandlingPolicy(): void {}
  /** 0 as in Electron before a page has a process: Chromium does not tell which process shows which page. */
  getOSProcessId = (): number => 0;
  setAudioMuted(): void {}
  focus(): void {}
}
