/** Settings of a page that the stand-in only stores or ignores. */
import { StandInEmitter } from '../not-implemented.ts';

export class PageSettings extends StandInEmitter {
  private zoom = 1;
  private webRtcPolicy = 'default';

  isDevToolsOpened = (): boolean => false;
  getZoomFactor = (): number => this.zoom;
  setZoomFactor(factor: number): void {
    this.zoom = factor;
  }
  getZoomLevel = (): number => Math.log(this.zoom) / Math.log(1.2);
  setZoomLevel(level: number): void {
    this.zoom = 1.2 ** level;
  }
  async setVisualZoomLevelLimits(): Promise<void> {}
  /** Recorded only: Chromium takes the policy from the command line, for all pages alike. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }
  getWebRTCIPHandlingPolicy = (): string => this.webRtcPolicy;
  /** 0 as in Electron before a page has a process: Chromium does not tell which process shows which page. */
  getOSProcessId = (): number => 0;
  setAudioMuted(): void {}
  setIgnoreMenuShortcuts(): void {}
  setBackgroundThrottling(): void {}
  openDevTools(): void {}
  closeDevTools(): void {}
  focus(): void {}
}
