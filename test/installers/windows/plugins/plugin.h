/* What an NSIS plugin needs of NSIS's interface (pluginapi.h of NSIS 3.08): its arguments come on a stack of texts. */
#include <windows.h>

typedef struct stack_entry {
  struct stack_entry *next;
  WCHAR text[1];
} stack_entry;

typedef struct {
  void *flags;
  int(__stdcall *call)(int address, HWND window);
  void *validate;
} extra_parameters;

/* Characters of each text and each variable. */
static int text_size;
static stack_entry **stack_top;
/* $0 to $9, $R0 to $R9, $CMDLINE, $INSTDIR, $OUTDIR and others, one after the other. */
static WCHAR *variables;

#define OUTDIR_VARIABLE 22

/* Declares a function that a script calls. Its body begins with ENTER. */
#define PLUGIN_FUNCTION(name) \
  __declspec(dllexport) void __cdecl name(HWND window, int size, WCHAR *values, stack_entry **top, extra_parameters *extra)
#define ENTER (text_size = size, variables = values, stack_top = top, (void)window, (void)extra)

static inline WCHAR *variable(int index) { return variables + index * text_size; }

/* Takes the next argument. Returns an empty text when there is none. */
static inline WCHAR *pop(WCHAR *to) {
  stack_entry *entry = *stack_top;
  *to = 0;
  if (!entry) return to;
  lstrcpynW(to, entry->text, text_size);
  *stack_top = entry->next;
  GlobalFree(entry);
  return to;
}

static inline void push(const WCHAR *text) {
  stack_entry *entry = GlobalAlloc(GPTR, sizeof(stack_entry) + text_size * sizeof(WCHAR));
  lstrcpynW(entry->text, text, text_size);
  entry->next = *stack_top;
  *stack_top = entry;
}
