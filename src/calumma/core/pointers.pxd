# Pointers to the first number of whatever has the buffer protocol, is contiguous and may be written to. They are good for as long
# as somebody else holds the array. Interpreted, room.py has them.

cdef extern from *:
    """
    static void* calumma_first(PyObject* numbers) {
        Py_buffer view;
        if (PyObject_GetBuffer(numbers, &view, PyBUF_WRITABLE) < 0) return NULL;
        PyBuffer_Release(&view);
        return view.buf;
    }
    """
    signed char* schars "(signed char*)calumma_first"(object) except NULL
    unsigned char* uchars "(unsigned char*)calumma_first"(object) except NULL
    short* shorts "(short*)calumma_first"(object) except NULL
    unsigned short* ushorts "(unsigned short*)calumma_first"(object) except NULL
    int* ints "(int*)calumma_first"(object) except NULL
    unsigned int* uints "(unsigned int*)calumma_first"(object) except NULL
    unsigned long long* ulonglongs "(unsigned long long*)calumma_first"(object) except NULL
    float* floats "(float*)calumma_first"(object) except NULL
    double* doubles "(double*)calumma_first"(object) except NULL
