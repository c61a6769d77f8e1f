/* Stands for WinShell, which ties shortcuts to the program's windows: writes them down in C:\shortcuts.txt. */
#include <stdio.h>
#include "plugin.h"

static WCHAR shortcut[8192], id[8192], ignored[8192];

PLUGIN_FUNCTION(SetLnkAUMI) {
  FILE *file;
  ENTER;
  pop(shortcut);
  pop(id);
  if (!(file = fopen("C:\\shortcuts.txt", "a"))) return;
  fprintf(file, "%ls = %ls\n", wcsrchr(shortcut, '\\'), id);
  fclose(file);
}

PLUGIN_FUNCTION(UninstAppUserModelId) {
  ENTER;
  pop(ignored);
}

PLUGIN_FUNCTION(UninstShortcut) {
  ENTER;
  pop(ignored);
}
