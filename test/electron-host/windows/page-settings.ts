/** Settings of a page that the stand-in only stores or ignores. */
import { StandInEmitter } from '../not-implemented.ts';

export class PageSettings extends StandInEmitter {
  private zoom = 1;

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
  setWebRTCIPHandlingPolicy(): void {}
  setAudioMuted(): void {}
  setIgnoreMenuShortcuts(): void {}
  setBackgroundThrottling(): void {}
  openDevTools(): void {}
  closeDevTools(): void {}
  focus(): void {}
}
