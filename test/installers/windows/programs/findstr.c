/* wine 8's findstr finds everything. The installer asks it for lines that begin with a text, ignoring case:
 * /B /I /C:"text". Ends with 0 when a line was found. */
#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
  const char *text = "";
  char line[4096];
  int found = 0, index;
  for (index = 1; index < count; index++)
    if (_strnicmp(arguments[index], "/C:", 3) == 0) text = arguments[index] + 3;
  while (fgets(line, sizeof line, stdin))
    if (_strnicmp(line, text, strlen(text)) == 0) found = 1;
  return !found;
}
