/* Stands for SpiderBanner, the progress of a one-click installer: shows nothing. */
#include "plugin.h"

static WCHAR option[1024];

PLUGIN_FUNCTION(Show) {
  ENTER;
  while (*stack_top && (*stack_top)->text[0] == '/')
    if (lstrcmpW(pop(option), L"/ICON") == 0) pop(option);
}

PLUGIN_FUNCTION(Destroy) { ENTER; }
