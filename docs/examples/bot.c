/* A bot for clockspades that takes any legal action: cc -o bot bot.c */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The end of the JSON object that begins at `at`; NULL if it has none. */
static char *object_end(char *at) {
    int depth = 0, in_text = 0;
    for (; *at; at++) {
        if (in_text) {
            if (*at == '\\' && at[1])
                at++;
            else if (*at == '"')
                in_text = 0;
        } else if (*at == '"')
            in_text = 1;
        else if (*at == '{')
            depth++;
        else if (*at == '}' && --depth == 0)
            return at + 1;
    }
    return NULL;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    srand((unsigned)time(NULL));
    while (getline(&line, &size, stdin) > 0) {
        char *legal = strstr(line, "\"legal\"");
        char *chosen = NULL, *chosen_end = NULL;
        if (strncmp(line, "{\"choose\"", 9) != 0 || legal == NULL)
            continue; /* "hello", "result", and what a newer version may say */
        legal = strchr(legal, '[');
        for (int seen = 1; legal != NULL && *legal != ']'; seen++) {
            char *start = strchr(legal, '{'), *end = start == NULL ? NULL : object_end(start);
            if (end == NULL)
                break;
            if (rand() % seen == 0) { /* each is as likely as the others */
                chosen = start;
                chosen_end = end;
            }
            legal = end;
        }
        if (chosen != NULL) {
            printf("%.*s\n", (int)(chosen_end - chosen), chosen);
            fflush(stdout);
        }
    }
    free(line);
    return 0;
}
