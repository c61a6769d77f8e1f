/* Stands for UAC: no dialog. The account may administer the machine unless CAJA_ACCOUNT is `user`. */
#include "plugin.h"

static BOOL may_administer(void) {
  WCHAR account[16] = L"";
  GetEnvironmentVariableW(L"CAJA_ACCOUNT", account, 16);
  return lstrcmpW(account, L"user") != 0;
}

static int number(const WCHAR *text) {
  int value = 0;
  for (; *text >= '0' && *text <= '9'; text++) value = value * 10 + *text - '0';
  return value;
}

/* The first character of the argument is the request, see UAC.nsh. */
PLUGIN_FUNCTION(_) {
  WCHAR request[8192];
  ENTER;
  pop(request);
  switch (request[0]) {
    case '0': /* Elevate. 1223 is ERROR_CANCELLED; 2 in $1 says that nothing had to be done. */
      lstrcpyW(variable(0), may_administer() ? L"0" : L"1223");
      lstrcpyW(variable(1), L"2");
      lstrcpyW(variable(3), L"1");
      break;
    case '1': /* Call a function of the script as the account that started it. */
      extra->call(number(request + 1) - 1, window);
      break;
    case '2': /* Runs elevated? */
      push(may_administer() ? L"1" : L"0");
      break;
    case '3': /* Started by an instance that isn't elevated? */
      push(L"0");
      break;
    case '6': /* Integrity level: high or medium. */
      push(may_administer() ? L"12288" : L"8192");
      break;
  }
}
