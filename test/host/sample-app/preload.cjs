/** The sample program's bridge. */
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('sample', {
  add: (one, other) => one + other,
  call: (name, value) => ipcRenderer.invoke(name, value),
  tell: (name) => ipcRenderer.send(name),
  onTick: (listener) => {
    const forward = (_event, tick) => listener(tick);
    ipcRenderer.on('tick', forward);
    return () => ipcRenderer.removeListener('tick', forward);
  },
});
