/* Stands for StdUtils: the command line, and starting the program as the user. */
#include "plugin.h"
#include <shellapi.h>
#include <wchar.h>

static WCHAR first[8192], second[8192], third[8192];

/* Returns the command line behind the program's name. */
static WCHAR *arguments(void) {
  WCHAR *at = GetCommandLineW();
  BOOL quoted = FALSE;
  for (; *at && (quoted || *at != ' '); at++)
    if (*at == '"') quoted = !quoted;
  while (*at == ' ') at++;
  return at;
}

/* Finds `--name`, `/name` and `--name=value`. */
static BOOL find(const WCHAR *name, WCHAR *value) {
  int count, index, length = lstrlenW(name);
  WCHAR **list = CommandLineToArgvW(GetCommandLineW(), &count);
  for (index = 1; index < count; index++) {
    WCHAR *argument = list[index];
    if (*argument != '-' && *argument != '/') continue;
    argument += wcsspn(argument, L"-/");
    if (_wcsnicmp(argument, name, length) != 0 || (argument[length] && argument[length] != '=')) continue;
    lstrcpynW(value, argument[length] ? argument + length + 1 : L"", 8192);
    return TRUE;
  }
  return FALSE;
}

PLUGIN_FUNCTION(GetAllParameters) {
  ENTER;
  pop(first);
  push(arguments());
}

PLUGIN_FUNCTION(TestParameter) {
  ENTER;
  push(find(pop(first), second) ? L"true" : L"false");
}

PLUGIN_FUNCTION(GetParameter) {
  ENTER;
  pop(third);
  push(find(pop(first), second) ? second : third);
}

PLUGIN_FUNCTION(GetParentPath) {
  WCHAR *end;
  ENTER;
  end = wcsrchr(pop(first), '\\');
  if (end) *end = 0;
  push(end ? first : L"");
}

PLUGIN_FUNCTION(ExecShellAsUser) {
  ENTER;
  pop(first);
  pop(second);
  pop(third);
  push((INT_PTR)ShellExecuteW(NULL, second, third, first, NULL, SW_SHOWNORMAL) > 32 ? L"ok" : L"error");
}
