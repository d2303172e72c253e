#include "CPage.h"

// The files of the page as bytes, so that the program needs no files next to it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "Files/page.html"
};
static const unsigned char page_css[] = {
#embed "Files/page.css"
};
static const unsigned char main_js[] = {
#embed "Files/main.js"
};
static const unsigned char server_js[] = {
#embed "Files/server.js"
};
static const unsigned char queue_js[] = {
#embed "Files/queue.js"
};
static const unsigned char sound_js[] = {
#embed "Files/sound.js"
};
static const unsigned char held_js[] = {
#embed "Files/held.js"
};
static const unsigned char trial_js[] = {
#embed "Files/trial.js"
};
static const unsigned char views_js[] = {
#embed "Files/views.js"
};
static const unsigned char icon_svg[] = {
#embed "Files/icon.svg"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const peach_page_file_t files[] = {
    FILE_OF("page.html", page_html), FILE_OF("page.css", page_css), FILE_OF("main.js", main_js),
    FILE_OF("server.js", server_js), FILE_OF("queue.js", queue_js), FILE_OF("sound.js", sound_js),
    FILE_OF("held.js", held_js),     FILE_OF("trial.js", trial_js), FILE_OF("views.js", views_js),
    FILE_OF("icon.svg", icon_svg),
};

size_t peach_page_count(void) { return sizeof files / sizeof files[0]; }

peach_page_file_t peach_page_file(size_t index) {
  return index < peach_page_count() ? files[index] : (peach_page_file_t){0, 0, 0};
}
