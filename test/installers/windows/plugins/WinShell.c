/* Stands for WinShell, which ties shortcuts to the program's windows: takes its arguments and does nothing. */
#include "plugin.h"

static WCHAR ignored[8192];

PLUGIN_FUNCTION(SetLnkAUMI) {
  ENTER;
  pop(ignored);
  pop(ignored);
}

PLUGIN_FUNCTION(UninstAppUserModelId) {
  ENTER;
  pop(ignored);
}

PLUGIN_FUNCTION(UninstShortcut) {
  ENTER;
  pop(ignored);
}
